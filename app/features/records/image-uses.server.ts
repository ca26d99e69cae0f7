import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { media_uses } from "../media/table.server.ts";
import { website_content } from "../website-content/table.server.ts";
import { writeTextKey } from "../website-content/text-key.ts";
import { textLabel } from "../website-content/text-label.ts";
import { KINDS } from "./kinds.server.ts";
import type { KindName, RecordKind, RestorableKind } from "./record-kind.server.ts";

export type ImageUse = {
  kind: KindName;
  key: string;
  title: string;
  field: string;
  /** URL of the edit form; null if the record is in the trash */
  to: string | null;
  /** path of the record's page; null if it has no published page */
  page: string | null;
  state: "published" | "draft" | "deleted";
};

const NAMED_MAX = 100;

/** Returns up to 100 uses of the images, published ones first. */
export async function listImageUses(db: Database, ids: readonly string[]): Promise<ImageUse[]> {
  const rows = await db
    .selectDistinct({ kind: media_uses.kind, record_key: media_uses.record_key, field: media_uses.field })
    .from(media_uses)
    .where(inArray(media_uses.media_id, [...ids]))
    .orderBy(media_uses.kind, media_uses.record_key, media_uses.field)
    .limit(NAMED_MAX);
  const uses = await Promise.all(rows.map((row) => describe(db, row)));
  const order = ["published", "draft", "deleted"];
  return uses.filter((use) => use !== null).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

type Row = { kind: string; record_key: string; field: string };

async function describe(db: Database, { kind: name, record_key, field }: Row): Promise<ImageUse | null> {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) return null;
  const label = kind.fields?.find((one) => one.name === field)?.label ?? "Value";
  if ("trash" in kind) return describeRecord(db, kind, record_key, label);
  const found = await kind.find(db, record_key);
  const title = found?.name ?? record_key;
  return {
    kind: kind.name,
    key: record_key,
    title,
    field: label,
    to: kind.editor(record_key),
    page: null,
    state: "published",
  };
}

async function describeRecord(
  db: Database,
  kind: RestorableKind,
  id: string,
  field: string,
): Promise<ImageUse | null> {
  if (kind.table === website_content) return describeText(db, kind, id);
  const { trash, page, editor } = kind;
  const columns = getTableColumns(kind.table) as Record<string, PgColumn>;
  const [row] = await db
    .select({
      title: sql<string>`${trash.name}`,
      isDeleted: sql<boolean>`${trash.table.deleted_at} is not null`,
      isPublished: columns.published ? sql<boolean>`${columns.published}` : sql<boolean>`true`,
      slug: columns.slug ? sql<string>`${columns.slug}` : sql<string>`''`,
    })
    .from(trash.table as PgTable)
    .where(eq(trash.table.id, id));
  if (!row) return null;
  const { title, isDeleted, isPublished, slug } = row;
  const of = { kind: kind.name, key: id, title, field };
  if (isDeleted) return { ...of, to: null, page: null, state: "deleted" };
  const state = isPublished ? "published" : "draft";
  return { ...of, to: editor(id), page: isPublished && page ? page.path(slug) : null, state };
}

async function describeText(db: Database, kind: RecordKind, id: string): Promise<ImageUse | null> {
  const [text] = await db.select().from(website_content).where(eq(website_content.id, id));
  if (!text) return null;
  const isDeleted = text.deleted_at !== null;
  const key = writeTextKey(text);
  return {
    ...{ kind: kind.name, key },
    title: textLabel(text),
    field: "Value",
    to: isDeleted ? null : kind.editor(key),
    page: null,
    state: isDeleted ? "deleted" : "published",
  };
}
