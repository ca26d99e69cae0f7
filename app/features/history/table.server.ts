import { sql } from "drizzle-orm";
import { index, pgTable } from "drizzle-orm/pg-core";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";

/** The versions of each record (decision 0049). Triggers write the rows. Visitors have no access. */
export const revisions = pgTable(
  "revisions",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    kind: t.text().notNull(),
    /** id or key; for text, the page, section and key joined by U+001F */
    record_key: t.text().notNull(),
    /** `known`: the state when the history began */
    op: t.text({ enum: ["known", "insert", "update", "delete"] }).notNull(),
    /** the whole row after the change, or before a delete */
    row: t.json().$type<Record<string, unknown>>().notNull(),
    /** columns that an update changed */
    changed: t.text().array(),
    /** `restore:ID`, `sample`, or from `reason.ts`; empty for a regular save */
    reason: t.text().notNull().default(""),
    /** shared by everything that one request or publish wrote, so Undo reverts it together */
    operation: t.uuid(),
    /** null outside of requests */
    session: t.text(),
    /** no foreign key, because history outlives people */
    person_id: t.uuid().default(CURRENT_PERSON),
    /** time of the write, not of the transaction */
    at: t.timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [
    index("revisions_of_record").on(table.kind, table.record_key, table.at.desc().nullsFirst()),
    index("revisions_of_operation").on(table.operation).where(sql`${table.operation} is not null`),
    index("revisions_by_time").on(table.at.desc().nullsFirst(), table.id),
  ],
).enableRLS();
