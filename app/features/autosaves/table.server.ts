import { sql } from "drizzle-orm";
import { check, index, pgTable } from "drizzle-orm/pg-core";
import { AUTOSAVE_KINDS } from "./rules.ts";

/** What was typed into a form of the panel and not saved: one row for each form, none of them public. */
export const autosaves = pgTable(
  "drafts",
  (t) => ({
    /** names the form it was typed into: another form of the same record has another one */
    id: t.uuid().primaryKey(),
    kind: t.text().notNull(),
    /** null: of a record that is not there yet, or of one that goes by its name */
    record_id: t.uuid(),
    /** of a text or a page's SEO, which has no id before the owner writes one: its text key, or the page's name */
    record_name: t.text(),
    /** the record's version that the form was opened with */
    version: t.integer(),
    /**
     * Of what was typed into a form that shows the draft: the draft's version then, 0 where there was none any more.
     * Null: the form showed what is live.
     */
    draft_version: t.integer(),
    /** field name to value, as the form would post it */
    fields: t.jsonb().$type<Record<string, string>>().notNull(),
    /** of a new record: new forms offer it no more, the list still names it */
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
