import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { listTargets } from "./choices.ts";
import { import_items, imports } from "./table.server.ts";

/** Returns the path of an import's first record to publish, for a preview. */
export async function findImportPath(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ path: import_items.new_path })
    .from(import_items)
    .where(
      and(
        eq(import_items.import_id, id),
        eq(import_items.kind, "record"),
        import_items.is_published,
        ne(import_items.new_path, ""),
      ),
    )
    .orderBy(import_items.position)
    .limit(1);
  return row?.path;
}

/** Counts the records that publishing an import publishes or has published; its redirects if there are none. */
export async function countPublished(db: Database, id: string): Promise<number> {
  let records = 0;
  for (const [kind, { table }] of listTargets()) {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${import_items} as item
      join ${sql.identifier(table)} as record on record.id::text = item.record_id
      where item.import_id = ${id} and item.record_kind = ${kind} and item.state in ('added', 'updated')
        and item.is_published and record.deleted_at is null`);
    records += rows[0]!.count;
  }
  const isRedirect = and(eq(import_items.import_id, id), eq(import_items.record_kind, "redirects"));
  return records || db.$count(import_items, isRedirect);
}

/** Keeps each statement within the database's time limit. */
const AT_ONCE = 200;

/**
 * Publishes or unpublishes an import's records and redirects. Sets `created_at` in the same statement, because
 * a trigger would otherwise set it.
 * @param takeTurn waits for other saves of redirects
 */
export async function publishImport(
  tx: Database,
  id: string,
  published: boolean,
  takeTurn: (tx: Database) => PromiseLike<unknown>,
): Promise<void> {
  for (const [kind, { table }] of listTargets()) {
    for (let after = -1; ; ) {
      const { rows } = await tx.execute<{ last: number | null }>(sql`
        with picked as (
          select source_key, record_id::uuid as record_id, dated_at, position from ${import_items}
          where import_id = ${id} and record_kind = ${kind} and state in ('added', 'updated')
            and is_published and position > ${after}
          order by position limit ${AT_ONCE}
        ), written as (
          update ${sql.identifier(table)} as record
          set published = ${published},
            created_at = case when ${published} and not record.was_published
              then coalesce(picked.dated_at, record.created_at) else record.created_at end
          from picked
          where record.id = picked.record_id and record.deleted_at is null and record.published <> ${published}
          returning record.id, record.version
        ), noted as (
          update ${import_items} as item set record_version = written.version from written
          where item.record_kind = ${kind} and item.record_id = written.id::text
            and item.record_version = written.version - 1
        )
        select max(position)::int as last from picked`);
      const last = rows[0]?.last ?? null;
      if (last === null) break;
      after = last;
    }
  }
  await takeTurn(tx);
  for (let count: number | null = 1; count; ) {
    const { rowCount } = await tx.execute(sql`
      update redirects set is_on = ${published} where id in (
        select redirect.id from redirects as redirect
        join ${import_items} as item on item.record_kind = 'redirects' and item.record_id = redirect.id::text
        where item.import_id = ${id} and redirect.is_on <> ${published} limit ${AT_ONCE})`);
    count = rowCount;
  }
  await tx.update(imports).set({ published }).where(eq(imports.id, id));
}
