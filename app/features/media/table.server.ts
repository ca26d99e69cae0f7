// The owner's pictures: what pages and texts name as `/media/<id>` (decision 0043).
import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";
import type { StoredVariant } from "./media.ts";

/** One picture, whatever its file is at present. A deleted row keeps 30 days out of sight (decision 0035.28). */
export const media = pgTable(
  "media",
  (t) => ({
    /** 12 characters of a-z2-7 */
    id: t.text().primaryKey(),
    /** what the owner calls it; at first the name of the file that was sent */
    name: t.text().notNull(),
    alt: t.text().notNull().default(""),
    /** it says nothing that the text beside it does not: `alt` stays empty */
    is_decorative: t.boolean().notNull().default(false),
    credit: t.text().notNull().default(""),
    /** the point that every crop keeps in view, from the left and from the top, 0 to 1 */
    focal_x: t.real().notNull().default(0.5),
    focal_y: t.real().notNull().default(0.5),
    /** its present file; no foreign key, because files name their picture already */
    file_id: t.uuid().notNull(),
    /** the import that brought it */
    import_id: t.uuid(),
    ...versionColumns(),
    deleted_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("media_id_known", sql`${table.id} ~ '^[a-z2-7]{12}$'`),
    check("media_focal_inside", sql`${table.focal_x} between 0 and 1 and ${table.focal_y} between 0 and 1`),
    index("media_newest").on(table.created_at.desc().nullsFirst(), table.id),
    pgPolicy("visitors see pictures that are not deleted", {
      for: "select",
      using: sql`${table.deleted_at} is null`,
    }),
  ],
);

/** The files of pictures: the present one and, for 30 days, those that were replaced. */
export const media_files = pgTable(
  "media_files",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    media_id: t
      .text()
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** of the original's bytes, in hexadecimal digits */
    sha256: t.text().notNull(),
    /** what it turned out to be; empty until it was looked at */
    mime: t.text().notNull().default(""),
    bytes: t.integer().notNull(),
    /** as it is shown, turned upright, in pixels; 0 until it was looked at */
    width: t.integer().notNull().default(0),
    height: t.integer().notNull().default(0),
    frames: t.integer().notNull().default(1),
    /** its dominant color as #rrggbb: the ground while it loads */
    color: t.text().notNull().default(""),
    /** a small AVIF of it in base64, which pages carry in themselves; empty where there is none, null until it was tried */
    inline_avif: t.text(),
    /** where the store has the original */
    original_key: t.text().notNull(),
    /** what has been made of it so far */
    variants: t.json().$type<StoredVariant[]>().notNull().default([]),
    state: t.text().$type<FileState>().notNull().default("new"),
    /** why it was refused, for people */
    reason: t.text().notNull().default(""),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** when another file took its place */
    replaced_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("media_files_inline_avif_base64", sql`${table.inline_avif} ~ '^[A-Za-z0-9+/]*={0,2}$'`),
    check("media_files_state_known", sql`${table.state} in ('new', 'ready', 'refused')`),
    index("media_files_of_picture").on(table.media_id),
    index("media_files_sha256").on(table.sha256),
    pgPolicy("visitors see files of pictures that are not deleted", {
      for: "select",
      using: sql`exists (select from media where media.id = ${table.media_id} and media.deleted_at is null)`,
    }),
  ],
);

/** `new` until all variants are made; a `new` file may have its first ones already. */
type FileState = "new" | "ready" | "refused";

/**
 * Where pictures are used: every `/media/<id>` in a record, drafts and deleted ones too. Triggers of the records'
 * tables write it.
 */
export const media_uses = pgTable(
  "media_uses",
  (t) => ({
    /** it may have been deleted for good, or never have been there */
    media_id: t.text().notNull(),
    /** as `features/records` calls the kind: "blog-posts", "website-content", "settings" */
    kind: t.text().notNull(),
    /** the record's id, a setting's key or a page's name */
    record_key: t.text().notNull(),
    /** the column */
    field: t.text().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.media_id, table.kind, table.record_key, table.field] }),
    index("media_uses_of_record").on(table.kind, table.record_key),
  ],
).enableRLS();
