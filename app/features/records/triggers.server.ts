// The triggers that every kind's table has. They're created at startup, after the migrations. Doesn't load the kinds,
// because visitors are waiting.
import type pg from "pg";
import { isPrivateKind, recordKinds } from "../../copy/panel/record-kinds.ts";

type Watched = { name: string; table: string; form?: string; base?: string };

/**
 * Returns the triggers of a kind whose records are rows with an `id` and a trash, by name.
 * @param columns those of `published` and `was_published` that the table has
 */
function triggersOf({ name, form, base }: Watched, columns: string[]): Record<string, string> {
  const wasPublished = columns.includes("was_published");
  // As in the table's policy for visitors.
  const isShown = columns.includes("published") ? "published AND deleted_at IS NULL" : "deleted_at IS NULL";
  const seen = isPrivateKind(name) ? "false" : isShown;
  const unseen = ["version", "updated_at", ...(wasPublished ? ["was_published"] : [])].join();
  const perRow = "FOR EACH ROW EXECUTE FUNCTION";
  const perStatement = "FOR EACH STATEMENT EXECUTE FUNCTION";
  const both = "SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched";
  return {
    count_version: `BEFORE UPDATE ON @ ${perRow} count_version()`,
    remember_revision: `AFTER INSERT OR UPDATE OR DELETE ON @ ${perRow} remember_revision('${name}', 'id', '${unseen}')`,
    note_media_uses: `AFTER INSERT OR UPDATE OR DELETE ON @ ${perRow} note_media_uses('${name}', 'id')`,
    ...(wasPublished && {
      remember_published:
        "BEFORE INSERT OR UPDATE ON @ FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION remember_published()",
    }),
    ...(base && {
      remember_slug: `AFTER INSERT OR UPDATE OF slug, published, deleted_at ON @ FOR EACH ROW WHEN (NEW.was_published)
        EXECUTE FUNCTION remember_slug('${form}', '${base}')`,
    }),
    // These clear the page cache if visitors can see a changed row.
    tell_content_inserted: `AFTER INSERT ON @ REFERENCING NEW TABLE AS changed ${perStatement} tell_content_changed('SELECT FROM changed WHERE ${seen}')`,
    tell_content_updated: `AFTER UPDATE ON @ REFERENCING OLD TABLE AS before NEW TABLE AS changed ${perStatement} tell_content_changed('${both} WHERE ${seen}')`,
    tell_content_deleted: `AFTER DELETE ON @ REFERENCING OLD TABLE AS changed ${perStatement} tell_content_changed('SELECT FROM changed WHERE ${seen}')`,
    tell_content_truncated: `AFTER TRUNCATE ON @ ${perStatement} tell_content_changed()`,
  };
}

/** The kinds from `records`: those with a tab or a page. The others' triggers differ, and are in migrations. */
const FROM_FIELDS = Object.entries(recordKinds)
  .filter(([, kind]) => "tab" in kind || "base" in kind)
  .map(([name, kind]) => ({ ...kind, name }));

/**
 * Creates missing triggers. To change one, drop it in a migration.
 * @param client under the migration lock
 */
export async function createTriggers(
  client: pg.ClientBase,
  kinds: readonly Watched[] = FROM_FIELDS,
): Promise<void> {
  const { rows } = await client.query<{ table: string; triggers: string[]; columns: string[] }>(
    `select name as table, array(select tgname::text from pg_trigger where tgrelid = name::regclass) as triggers,
        array(select attname::text from pg_attribute
          where attrelid = name::regclass and attname in ('published', 'was_published')) as columns
      from unnest($1::text[]) as name`,
    [kinds.map(({ table }) => table)],
  );
  for (const kind of kinds) {
    const { triggers, columns } = rows.find(({ table }) => table === kind.table)!;
    for (const [trigger, how] of Object.entries(triggersOf(kind, columns)))
      if (!triggers.includes(trigger))
        await client.query(`create trigger ${trigger} ${how.replace("@", `"${kind.table}"`)}`);
  }
}

/** What `migrateDatabase` does for kinds. */
export const kindsSetup = {
  ofKinds: Object.entries(recordKinds).flatMap(([name, { table }]) => (isPrivateKind(name) ? [] : [table])),
  afterUpdate: (client: pg.ClientBase) => createTriggers(client),
};
