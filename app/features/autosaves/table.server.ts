import { index, pgTable } from "drizzle-orm/pg-core";

/** Unsaved input, one row per form. Hidden from visitors. */
export const autosaves = pgTable(
  "autosaves",
  (t) => ({
    /** two forms of the same record have different ids */
    id: t.uuid().primaryKey(),
    kind: t.text().notNull(),
    /** null for new records and for records identified by name */
    record_id: t.uuid(),
    /** identifies records without a UUID, such as a text by its key; null for others */
    record_name: t.text(),
    /** the record's version when the form was opened */
    version: t.integer(),
    /**
     * version of the draft that the form showed, 0 if that draft no longer existed; null if the form showed the
     * published version
     */
    draft_version: t.integer(),
    /** field names and values, as posted */
    fields: t.jsonb().$type<Record<string, string>>().notNull(),
    /** dismissed: still listed, but no longer offered in new forms */
    refused: t.boolean().notNull().default(false),
    saved_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("autosaves_by_record").on(table.kind, table.record_id)],
).enableRLS();
