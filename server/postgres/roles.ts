// The superuser only creates roles. The site works as an ordinary role.
import pg from "pg";
import { EDITOR_ROLE } from "../../app/platform/database/editor-role.server.ts";
import { VISITOR_ROLE } from "../../app/platform/database/visitor-role.server.ts";
import type { EmbeddedConnection } from "./postgres.ts";
import { DATABASE, SUPERUSER, USER } from "./program.ts";

/** The superuser can't rename itself, so this role renames it. */
const RENAMER = "renamer";
const NO_SUCH_ROLE = "28000";

/**
 * Creates the roles, and gives everything to the site's role. In older clusters, the superuser has the name of the
 * site's role, so it's renamed.
 * @param site how the site connects
 * @throws on a database error; the next start continues from there
 */
export async function prepareRoles(site: EmbeddedConnection): Promise<void> {
  const find = () => queryAs(site, SUPERUSER, `select from pg_roles where rolname = '${USER}'`);
  const isMade = await find().catch(async (error: pg.DatabaseError) => {
    if (error.code !== NO_SUCH_ROLE) throw error;
    await renameSuperuser(site);
    return [];
  });
  if (isMade.length) {
    // Clusters created by older versions have no role for editors.
    if (!(await queryAs(site, SUPERUSER, `select from pg_roles where rolname = '${EDITOR_ROLE}'`)).length)
      await queryAs(site, SUPERUSER, addRole(EDITOR_ROLE));
    return;
  }
  await queryAs(
    site,
    SUPERUSER,
    `begin;
     drop role if exists ${RENAMER};
     create role ${USER} login nosuperuser nocreaterole createdb;
     ${addRole(VISITOR_ROLE)}
     ${addRole(EDITOR_ROLE)}
     alter database ${DATABASE} owner to ${USER};
     ${GIVE_EVERYTHING}
     commit`,
  );
}

/** Returns the SQL that creates a role for the site's role to assume. */
const addRole = (role: string) =>
  `do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$;
   grant ${role} to ${USER};`;

async function renameSuperuser(site: EmbeddedConnection) {
  await queryAs(site, USER, `drop role if exists ${RENAMER}; create role ${RENAMER} superuser login`);
  await queryAs(site, RENAMER, `alter role ${USER} rename to ${SUPERUSER}`);
}

async function queryAs(
  site: EmbeddedConnection,
  user: string,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...site, user });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL's `reassign owned` can't reassign the initial superuser's objects. */
const GIVE_EVERYTHING = `
  do $$
  declare one record;
  begin
    for one in
      select format('alter schema %I owner to ${USER}', nspname) as command
        from pg_namespace where nspowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_|^information_schema$'
      union all
      -- Sequences of columns and indexes follow their table.
      select format('alter table %s owner to ${USER}', c.oid::regclass)
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where relowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_|^information_schema$'
          and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
            and d.deptype in ('a', 'i', 'e') and d.refclassid in ('pg_class'::regclass, 'pg_extension'::regclass))
      union all
      select format('alter routine %s owner to ${USER}', p.oid::regprocedure)
        from pg_proc p join pg_namespace n on n.oid = pronamespace
        where proowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_|^information_schema$'
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select format('alter type %s owner to ${USER}', t.oid::regtype)
        from pg_type t join pg_namespace n on n.oid = typnamespace left join pg_class c on c.oid = typrelid
        where typowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_|^information_schema$'
          and (typtype in ('d', 'e', 'r') or relkind = 'c')
          and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute one.command;
    end loop;
  end $$;`;
