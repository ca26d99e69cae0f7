// The owner's images, referenced as `/media/<id>` (decision 0043).
import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";
import type { StoredVariant } from "./media.ts";

/** An image, whatever its current file. A deleted row stays for 30 days (decision 0035.28). */
export const media = pgTable(
  "media",
  (t) => ({
    /** 12 characters of a-z2-7 */
    id: t.text().primaryKey(),
    /** the owner's name for it; at first the uploaded file's name */
    name: t.text().notNull(),
    alt: t.text().notNull().default(""),
    /** it adds nothing to the text next to it: `alt` stays empty */
    is_decorative: t.boolean().notNull().default(false),
    credit: t.text().notNull().default(""),
    /** the point that every crop keeps in view, from the left and from the top, 0 to 1 */
    focal_x: t.real().notNull().default(0.5),
    focal_y: t.real().notNull().default(0.5),
    /** its current file; no foreign key, because files reference their image already */
    file_id: t.uuid().notNull(),
    /** the import that added it */
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

/** An image's files: the current one and, for 30 days, replaced ones. */
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
    /** the detected type; empty until it's inspected */
    mime: t.text().notNull().default(""),
    bytes: t.integer().notNull(),
    /** as displayed, upright, in pixels; 0 until it was inspected */
    width: t.integer().notNull().default(0),
    height: t.integer().notNull().default(0),
    frames: t.integer().notNull().default(1),
    /** its dominant color as #rrggbb, shown while it loads */
    color: t.text().notNull().default(""),
    /** a small AVIF preview in base64 that pages embed; empty if there's none, null until it was tried */
    inline_avif: t.text(),
    /** the original's key in the store */
    original_key: t.text().notNull(),
    /** the sizes created so far */
    variants: t.json().$type<StoredVariant[]>().notNull().default([]),
    state: t.text().$type<FileState>().notNull().default("new"),
    /** why it was rejected, for people */
    reason: t.text().notNull().default(""),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** when another file replaced it */
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

/** `new` until all sizes exist; a `new` file may already have the first ones. */
type FileState = "new" | "ready" | "refused";

/**
 * Where images are used: every `/media/<id>` in a record, including drafts and deleted ones. Triggers on the records'
 * tables write it.
 */
export const media_uses = pgTable(
  "media_uses",
  (t) => ({
    /** may be permanently deleted, or never have existed */
    media_id: t.text().notNull(),
    /** a kind of `features/records`: "blog-posts", "website-content", "settings" */
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
