import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { listTargets, type Target, type TargetKind } from "../imported/choices.ts";
import { recordAt } from "../records/kinds.server.ts";
import type { Known, ListedItem } from "./plan.ts";

export type KnownRecord = Known & {
  recordId: string;
  hash: string;
  version: number;
  isPublished: boolean;
  /** whether the record was edited on this site after the import */
  isEdited: boolean;
  isDeleted: boolean;
};

/** Returns an import's items in order, without their content. */
export async function listItems(db: Database, id: string): Promise<ListedItem[]> {
  const { rows } = await db.execute<{ item: ListedItem }>(sql`
    select data - 'html' - 'images' - 'excerpt' - 'featuredImage' - 'seo' as item from import_items
    where import_id = ${id} and kind = 'record' and data is not null order by position, source_key`);
  return rows.map(({ item }) => item);
}

/** Returns records that earlier imports created from the same items, by source key. */
export async function findKnown(db: Database, id: string): Promise<Map<string, KnownRecord>> {
  const known = new Map<string, KnownRecord>();
  for (const [kind, { table }] of listTargets()) {
    const { rows } = await db.execute<{
      key: string;
      record_id: string;
      hash: string;
      imported: number;
      version: number;
      slug: string;
      published: boolean;
      is_deleted: boolean;
    }>(sql`
      select distinct on (item.source_key) item.source_key as key, item.record_id, item.hash,
        item.record_version as imported, record.version, record.slug, record.published,
        record.deleted_at is not null as is_deleted
      from import_items item join ${sql.identifier(table)} record on record.id::text = item.record_id
      where item.record_kind = ${kind} and item.import_id <> ${id}
        and item.source_key in (select source_key from import_items where import_id = ${id})
      order by item.source_key, item.stored_at desc`);
    for (const row of rows)
      known.set(row.key, {
        ...{ kind, slug: row.slug, recordId: row.record_id },
        ...{ hash: row.hash, version: row.version },
        isPublished: row.published,
        isEdited: row.version !== row.imported,
        isDeleted: row.is_deleted,
      });
  }
  return known;
}

/** Returns records that this import has already stored, by source key; null for skipped and failed items. */
export async function findStored(db: Database, id: string): Promise<Map<string, Known | null>> {
  const { rows } = await db.execute<{ key: string; path: string }>(sql`
    select source_key as key, new_path as path from import_items
    where import_id = ${id} and kind = 'record' and state <> 'new'`);
  return new Map(
    rows.map(({ key, path }) => {
      const at = path ? recordAt(path) : null;
      return [key, at && { kind: at.kind.name as TargetKind, slug: at.slug }];
    }),
  );
}

/** Returns taken slugs by kind, except those of the `known` records. */
export async function findTaken(
  db: Database,
  known: ReadonlyMap<string, Known>,
): Promise<Map<Target, Set<string>>> {
  const own = new Set([...known.values()].map(({ kind, slug }) => `${kind} ${slug}`));
  const taken = new Map<Target, Set<string>>();
  for (const [kind, { table }] of listTargets()) {
    const { rows } = await db.execute<{ slug: string }>(
      sql`select slug from ${sql.identifier(table)} where deleted_at is null`,
    );
    taken.set(kind, new Set(rows.map(({ slug }) => slug).filter((slug) => !own.has(`${kind} ${slug}`))));
  }
  return taken;
}
