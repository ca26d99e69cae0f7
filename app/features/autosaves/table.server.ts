import { sql } from "drizzle-orm";
import { check, index, pgTable } from "drizzle-orm/pg-core";
import { AUTOSAVE_KINDS } from "./rules.ts";

/** Unsaved input of the panel's forms, one row per form. Not public. */
export const autosaves = pgTable(
  "drafts",
  (t) => ({
    /** identifies the form: another form of the same record has another id */
    id: t.uuid().primaryKey(),
    kind: t.text().notNull(),
    /** null for a new record, or for one that is identified by its name */
    record_id: t.uuid(),
    /** the text key or page name, for texts and page SEO, which have no id until the owner writes one */
    record_name: t.text(),
    /** the record's version when the form was opened */
    version: t.integer(),
    /**
     * If the form showed the draft: the draft's version, or 0 if it no longer existed. Null: the form showed the
     * published version.
     */
    draft_version: t.integer(),
    /** field names and values, as the form would post them */
    fields: t.jsonb().$type<Record<string, string>>().notNull(),
    /** for a new record: dismissed, so that new forms no longer offer it, though lists still show it */
    refused: t.boolean().notNull().default(false),
    saved_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("drafts_by_record").on(table.kind, table.record_id),
    check(
      "drafts_kind_known",
      sql`${table.kind} in (${sql.raw(AUTOSAVE_KINDS.map((kind) => `'${kind}'`).join(", "))})`,
    ),
  ],
).enableRLS();
