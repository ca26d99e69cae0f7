// The role that public pages run as, and its rights (decision 0035.2). Only this role and the owner's have any.
import type pg from "pg";
import type { Log } from "../log.server.ts";

/** Roles belong to a whole cluster, hence the long name. */
export const VISITOR_ROLE = "seo_pro_zone_visitor";

/** The name of the policies for editors (editor-role.server.ts). */
export const EDITOR_POLICY = "editors work";

/** Roles that a hosted server's own API uses for anonymous access (PostgREST's, as Supabase sets them up). */
const API_ROLES = ["anon", "authenticated"];

/**
 * Grants the visitor role its rights and revokes all rights to these tables from everyone else but the owner. The
 * policies that the migrations create for everyone now only apply to the visitor role.
 * @param tables names of the site's own tables; others in the same schema are left alone
 * @returns whether public pages can run as the visitor role; a hosted server may refuse to create it
 */
export async function grantVisitorRights(
  client: pg.ClientBase,
  tables: string[],
  log: Log,
): Promise<boolean> {
  const refused =
    "The database server doesn't allow a separate role for public pages, so they use the owner's database role.";
  const isVisitorKnown = await ensureRole(client, VISITOR_ROLE, log, refused);
  await keepOut(client, tables);
  await addressPolicies(client, tables, isVisitorKnown ? VISITOR_ROLE : "current_user");
  if (!isVisitorKnown) return false;
  await client.query(`grant usage on schema public to ${VISITOR_ROLE}`);
  await grantByPolicies(client, tables);
  return true;
}

/** Grants exactly what the policies allow: a table's policies define what the visitor role may read and add. */
async function grantByPolicies(client: pg.ClientBase, tables: string[]) {
  const { rows } = await client.query<{ command: string }>(
    `select format('grant %s on public.%I to ${VISITOR_ROLE}', string_agg(distinct cmd, ', '), tablename) as command
      from pg_policies join pg_class on oid = format('public.%I', tablename)::regclass
      where schemaname = 'public' and tablename = any($1) and cmd in ('SELECT', 'INSERT') and relrowsecurity
        and policyname <> '${EDITOR_POLICY}'
      group by tablename`,
    [tables],
  );
  for (const { command } of rows) await client.query(command);
}

/**
 * Creates a role that the site's own role can assume, if it doesn't exist yet.
 * @param refused what to log if a hosted server refuses it
 * @returns whether it's there
 */
export async function ensureRole(
  client: pg.ClientBase,
  role: string,
  log: Log,
  refused: string,
): Promise<boolean> {
  // The embedded server's administrator, or a careful one elsewhere, has already created and granted the role.
  if (await canTake(client, role)) return true;
  try {
    const known = await client.query("select from pg_roles where rolname = $1", [role]);
    if (!known.rowCount) await client.query(`create role ${role} nologin`).catch(ignoreDuplicate);
    await client.query(`grant ${role} to current_user`);
    return await canTake(client, role);
  } catch (error) {
    log.warn({ reason: (error as Error).message }, refused);
    return false;
  }
}

async function canTake(client: pg.ClientBase, role: string): Promise<boolean> {
  const isGranted = await client.query(`set role ${role}`).then(
    () => true,
    () => false,
  );
  await client.query("reset role");
  return isGranted;
}

function ignoreDuplicate(error: pg.DatabaseError) {
  // Another database of this cluster may have created the role at the same moment.
  if (error.code !== "42710" && error.code !== "23505") throw error;
}

/** Revokes rights that a server's default privileges may give to its API roles on every new table. */
async function keepOut(client: pg.ClientBase, tables: string[]) {
  const { rows } = await client.query<{ command: string }>(
    `select format('revoke all on table public.%I from %s', relname,
        string_agg(distinct case grantee when 0 then 'public' else grantee::regrole::text end, ', ')) as command
      from pg_class, aclexplode(relacl)
      where relnamespace = 'public'::regnamespace and relname = any($1)
        and (grantee = 0 or grantee in (select oid from pg_roles where rolname = any($2)))
      group by relname`,
    [tables, API_ROLES],
  );
  for (const { command } of rows) await client.query(command);
}

/** Only changes policies that name another role: other processes may be reading these tables. */
async function addressPolicies(client: pg.ClientBase, tables: string[], role: string) {
  const { rows } = await client.query<{ command: string }>(
    `select format('alter policy %I on public.%I to ${role}', policyname, tablename) as command from pg_policies
      where schemaname = 'public' and tablename = any($1) and policyname <> '${EDITOR_POLICY}'
        and roles <> array[case $2 when 'current_user' then current_user else $2 end]::name[]`,
    [tables, role],
  );
  for (const { command } of rows) await client.query(command);
}
