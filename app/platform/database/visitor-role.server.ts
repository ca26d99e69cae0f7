// The database role of public pages and its rights (decision 0035.2).
import type pg from "pg";
import type { Log } from "../log.server.ts";

/** Long, because all databases on a server share role names. */
export const VISITOR_ROLE = "seo_pro_zone_visitor";

export const EDITOR_POLICY = "editors work";

/** Anonymous roles of a hosted server's API (PostgREST, Supabase). */
const API_ROLES = ["anon", "authenticated"];

/**
 * Grants the visitor role's rights, limits the tables' policies to it, and revokes the rights of API roles and
 * PUBLIC. If there's no visitor role, the policies are limited to the owner's role.
 * @param tables the site's own tables
 * @returns false if a hosted server refuses to create the role
 */
export async function grantVisitorRights(
  client: pg.ClientBase,
  tables: string[],
  log: Log,
): Promise<boolean> {
  const refused =
    "The database server doesn't allow a separate role for public pages, so they use the owner's database role.";
  const isVisitorKnown = await ensureRole(client, VISITOR_ROLE, log, refused);
  await revokeApiRights(client, tables);
  await assignPolicies(client, tables, isVisitorKnown ? VISITOR_ROLE : "current_user");
  if (!isVisitorKnown) return false;
  await client.query(`grant usage on schema public to ${VISITOR_ROLE}`);
  await grantByPolicies(client, tables);
  return true;
}

/** Grants exactly what the tables' policies allow. */
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
 * Creates a role if it's missing, and lets the site's own role assume it.
 * @param refused log message if a hosted server refuses
 * @returns whether the role exists
 */
export async function ensureRole(
  client: pg.ClientBase,
  role: string,
  log: Log,
  refused: string,
): Promise<boolean> {
  // An administrator may have created and granted the role already.
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
  // Another database on this server may have just created the role.
  if (error.code !== "42710" && error.code !== "23505") throw error;
}

/** Revokes all rights of API roles and PUBLIC. Hosted servers grant some on new tables by default. */
async function revokeApiRights(client: pg.ClientBase, tables: string[]) {
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

/** Assigns the policies to a role. Skips those it already has, because changing one locks its table. */
async function assignPolicies(client: pg.ClientBase, tables: string[], role: string) {
  const { rows } = await client.query<{ command: string }>(
    `select format('alter policy %I on public.%I to ${role}', policyname, tablename) as command from pg_policies
      where schemaname = 'public' and tablename = any($1) and policyname <> '${EDITOR_POLICY}'
        and roles <> array[case $2 when 'current_user' then current_user else $2 end]::name[]`,
    [tables, role],
  );
  for (const { command } of rows) await client.query(command);
}
