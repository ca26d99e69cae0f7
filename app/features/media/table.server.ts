// The owner's images, referenced as `/media/<id>` (decision 0043).
import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";
import type { StoredVariant } from "./media.ts";

/** Deleted rows stay for 30 days (decision 0035.28). */
export const media = pgTable(
  "media",
  (t) => ({
    /** 12 characters from a-z and 2-7 */
    id: t.text().primaryKey(),
    /** at first, the uploaded file's name */
    name: t.text().notNull(),
    alt: t.text().notNull().default(""),
    /** decorative images have no alt text */
    is_decorative: t.boolean().notNull().default(false),
    credit: t.text().notNull().default(""),
    /** 0 to 1, from the left and from the top; crops keep this point in view */
    focal_x: t.real().notNull().default(0.5),
    focal_y: t.real().notNull().default(0.5),
    /** no foreign key, because files already reference their image */
    file_id: t.uuid().notNull(),
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

/** Current, pending and replaced files. Replaced ones stay for 30 days. */
export const media_files = pgTable(
  "media_files",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    media_id: t
      .text()
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** hash of the original */
    sha256: t.text().notNull(),
    /** empty until the type is detected */
    mime: t.text().notNull().default(""),
    bytes: t.integer().notNull(),
    /** as displayed; 0 until the file is inspected */
    width: t.integer().notNull().default(0),
    height: t.integer().notNull().default(0),
    frames: t.integer().notNull().default(1),
    /** #rrggbb, shown while the image loads */
    color: t.text().notNull().default(""),
    /** base64 preview; empty if the image has none, null until processing tries to make one */
    inline_avif: t.text(),
    original_key: t.text().notNull(),
    /** sizes created so far */
    variants: t.json().$type<StoredVariant[]>().notNull().default([]),
    state: t.text().$type<FileState>().notNull().default("new"),
    /** why it was rejected, for the owner */
    reason: t.text().notNull().default(""),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
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

type FileState = "new" | "ready" | "refused";

/** Where images are used, including in drafts and deleted records. Triggers write the rows. */
export const media_uses = pgTable(
  "media_uses",
  (t) => ({
    /** no foreign key, because the image may not exist */
    media_id: t.text().notNull(),
    kind: t.text().notNull(),
    /** a record's id, a setting's key or a page's name */
    record_key: t.text().notNull(),
    field: t.text().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.media_id, table.kind, table.record_key, table.field] }),
    index("media_uses_of_record").on(table.kind, table.record_key),
  ],
).enableRLS();
