// The triggers that every kind's table has. They're created at startup, after the migrations.
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import { RECORD_PATHS } from "../redirects/record-paths.ts";
import { KINDS, RESTORABLE_KINDS } from "./kinds.server.ts";

type Watched = { name: string; table: PgTable };

/** Returns the triggers of a kind whose records are rows with an `id` and a trash, by name. */
function triggersOf({ name, table }: Watched): Record<string, string> {
  const columns = getTableColumns(table);
  // As in the table's policy for visitors.
  const seen = `${columns.published ? "published AND " : ""}deleted_at IS NULL`;
  const unseen = ["version", "updated_at", ...(columns.was_published ? ["was_published"] : [])].join();
  const path = Object.entries(RECORD_PATHS).find(([, path]) => path.table === getTableName(table));
  const perRow = "FOR EACH ROW EXECUTE FUNCTION";
  const perStatement = "FOR EACH STATEMENT EXECUTE FUNCTION";
  const both = "SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched";
  return {
    count_version: `BEFORE UPDATE ON @ ${perRow} count_version()`,
    remember_revision: `AFTER INSERT OR UPDATE OR DELETE ON @ ${perRow} remember_revision('${name}', 'id', '${unseen}')`,
    note_media_uses: `AFTER INSERT OR UPDATE OR DELETE ON @ ${perRow} note_media_uses('${name}', 'id')`,
    ...(columns.was_published && {
      remember_published:
        "BEFORE INSERT OR UPDATE ON @ FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION remember_published()",
    }),
    ...(path && {
      remember_slug: `AFTER INSERT OR UPDATE OF slug, published, deleted_at ON @ FOR EACH ROW WHEN (NEW.was_published)
        EXECUTE FUNCTION remember_slug('${path[0]}', '${path[1].path}')`,
    }),
    // These clear the page cache if visitors can see a changed row.
    tell_content_inserted: `AFTER INSERT ON @ REFERENCING NEW TABLE AS changed ${perStatement} tell_content_changed('SELECT FROM changed WHERE ${seen}')`,
    tell_content_updated: `AFTER UPDATE ON @ REFERENCING OLD TABLE AS before NEW TABLE AS changed ${perStatement} tell_content_changed('${both} WHERE ${seen}')`,
    tell_content_deleted: `AFTER DELETE ON @ REFERENCING OLD TABLE AS changed ${perStatement} tell_content_changed('SELECT FROM changed WHERE ${seen}')`,
    tell_content_truncated: `AFTER TRUNCATE ON @ ${perStatement} tell_content_changed()`,
  };
}

/** The kinds from `records`. The others' triggers differ, and are in migrations. */
const FROM_FIELDS = KINDS.filter((kind) => "schema" in kind);

/**
 * Creates missing triggers. To change one, drop it in a migration.
 * @param client under the migration lock
 */
export async function createTriggers(
  client: pg.ClientBase,
  kinds: readonly Watched[] = FROM_FIELDS,
): Promise<void> {
  const { rows } = await client.query<{ trigger: string }>(
    "select tgrelid::regclass::text || ' ' || tgname as trigger from pg_trigger where not tgisinternal",
  );
  const known = new Set(rows.map(({ trigger }) => trigger));
  for (const kind of kinds) {
    const table = getTableName(kind.table);
    for (const [trigger, how] of Object.entries(triggersOf(kind)))
      if (!known.has(`${table} ${trigger}`))
        await client.query(`create trigger ${trigger} ${how.replace("@", `"${table}"`)}`);
  }
}

/** What `migrateDatabase` does for kinds. */
export const kindsSetup = {
  ofKinds: RESTORABLE_KINDS.map(({ table }) => getTableName(table)),
  afterUpdate: (client: pg.ClientBase) => createTriggers(client),
};
