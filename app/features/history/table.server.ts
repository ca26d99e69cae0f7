import { sql } from "drizzle-orm";
import { index, pgTable } from "drizzle-orm/pg-core";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";

/**
 * Every version of each record, text, page's SEO and setting (decision 0049). A trigger writes a row on every insert,
 * update and delete, so no code can forget it. Visitors have no access to it.
 */
export const revisions = pgTable(
  "revisions",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** a kind of `features/records/` */
    kind: t.text().notNull(),
    /** the record's id or key; for a text its page, section and key, joined by U+001F, which outlive its row */
    record_key: t.text().notNull(),
    /** `known`: the state when the history began */
    op: t.text({ enum: ["known", "insert", "update", "delete"] }).notNull(),
    /** the whole row after the change, or before it for a delete */
    row: t.json().$type<Record<string, unknown>>().notNull(),
    /** for an update, the columns that changed */
    changed: t.text().array(),
    /** `restore:` and the restored revision, or what `reason.ts` writes for a change set; empty for a regular save */
    reason: t.text().notNull().default(""),
    /**
     * groups what one request from the panel or the publish of a change set wrote (then it's the set's id), so that
     * Undo can revert it together; null for old rows and for writes outside of requests
     */
    operation: t.uuid(),
    /** the session that wrote it, as in the security log; null if it wasn't a request from the panel */
    session: t.text(),
    /** who wrote it; no foreign key, since history outlives everything it names */
    person_id: t.uuid().default(CURRENT_PERSON),
    /** time of the write, not of its transaction, so that several writes to a record have an order */
    at: t.timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [
    index("revisions_of_record").on(table.kind, table.record_key, table.at.desc().nullsFirst()),
    index("revisions_of_operation").on(table.operation).where(sql`${table.operation} is not null`),
    index("revisions_by_time").on(table.at.desc().nullsFirst(), table.id),
  ],
).enableRLS();
