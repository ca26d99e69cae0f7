// The database role for editors' requests (decision 0008). If the code forgets a check, the database still
// rejects the query.
import type pg from "pg";
import type { Log } from "../log.server.ts";
import type { Database } from "./database.server.ts";
import { EDITOR_POLICY, ensureRole } from "./visitor-role.server.ts";

/** Long, because all databases on a server share role names. */
export const EDITOR_ROLE = "seo_pro_zone_editor";

/** Tables that editors can read and write, besides those of kinds. */
const CONTENT = [
  ...["page_seo", "change_sets", "change_items", "preview_links", "slug_history"],
  ...["media_files", "media_uses", "redirects", "redirect_turns", "missing_paths"],
  ...["site_checks", "site_faults", "site_links", "site_pages"],
];
/**
 * Tables in which editors can only use some rows: deleted drafts and previews, but not deleted enquiries; autosaves,
 * but not those of settings; nothing about reply templates. To change a condition, drop its policy in a migration.
 */
const PARTLY: Record<string, string> = {
  kept_for_undo: "rows ?| array['change_items', 'preview']",
  autosaves: "kind not in ('settings', 'reply-template')",
  revisions: "kind <> 'reply-templates'",
};
/** Tables that editors can only read. */
const SHOWN = ["website_settings", "installation", "worker_pulse"];
export const EDITOR_TABLES = [...CONTENT, ...Object.keys(PARTLY), ...SHOWN];

/**
 * Grants the editor role the rights above and revokes all others.
 * @param tables the site's own tables
 * @param ofKinds tables of records that editors can write
 * @returns false if a hosted server refuses to create the role; editors then use the owner's role
 */
export async function grantEditorRights(
  client: pg.ClientBase,
  tables: string[],
  ofKinds: readonly string[],
  log: Log,
): Promise<boolean> {
  const refused =
    "The database server doesn't allow a separate role for editors, so they use the owner's database role.";
  if (!(await ensureRole(client, EDITOR_ROLE, log, refused))) return false;
  const known = tables.map((table) => `public."${table}"`).join(", ");
  await client.query(
    `revoke all on ${known} from ${EDITOR_ROLE}; grant usage on schema public to ${EDITOR_ROLE}`,
  );
  const { rows: made } = await client.query<{ name: string }>(
    "select tablename as name from pg_policies where schemaname = 'public' and policyname = $1",
    [EDITOR_POLICY],
  );
  for (const table of [...ofKinds, ...EDITOR_TABLES].filter((table) => tables.includes(table))) {
    const rights = SHOWN.includes(table) ? "select" : "select, insert, update, delete";
    const rows = PARTLY[table] ?? "true";
    await client.query(`grant ${rights} on public."${table}" to ${EDITOR_ROLE}`);
    // Skipped if the policy exists, because creating one locks the table.
    if (!made.some(({ name }) => name === table))
      await client.query(
        `create policy "${EDITOR_POLICY}" on public."${table}" to ${EDITOR_ROLE} using (${rows}) with check (${rows})`,
      );
  }
  return true;
}

const known = new WeakMap<object, Promise<boolean>>();

/** Returns whether the database has the editor role. Queried once per pool. */
export function hasEditorRole(db: Database): Promise<boolean> {
  const { $client: pool } = db as Database & { $client: pg.Pool };
  const asked =
    known.get(pool) ??
    pool
      .query("select from pg_roles where rolname = $1 and pg_has_role(oid, 'member')", [EDITOR_ROLE])
      .then(({ rowCount }) => rowCount === 1);
  known.set(pool, asked);
  asked.catch(() => known.delete(pool));
  return asked;
}
