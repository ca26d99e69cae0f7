import { sql } from "drizzle-orm";
import { index, pgTable } from "drizzle-orm/pg-core";

/**
 * Every state that a record, a text, a page's SEO or a setting was in (decision 0049): a trigger writes one row for each
 * insert, update and delete, so that no code can forget it. Visitors have no right to it.
 */
export const revisions = pgTable(
  "revisions",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** of `features/records/` */
    kind: t.text().notNull(),
    /** the record's id or key; a text's page, section and key with U+001F in between, which outlive its row */
    record_key: t.text().notNull(),
    /** `known`: as it was when history began */
    op: t.text({ enum: ["known", "insert", "update", "delete"] }).notNull(),
    /** the whole row after the change; before it where it was a delete */
    row: t.json().$type<Record<string, unknown>>().notNull(),
    /** of an update, the columns that changed */
    changed: t.text().array(),
    /** `restore:` and the revision that was brought back; of a change set as `reason.ts` writes it; empty where the owner saved */
    reason: t.text().notNull().default(""),
    /**
     * what was written together: by one request of the panel, or by the publishing of a change set, whose id it is; Undo
     * takes all of it back. Null for older ones, and where no request wrote it
     */
    operation: t.uuid(),
    /** the mark of the login that wrote it, as the security log has it; null where no request of the panel did */
    session: t.text(),
    /** of the write itself, not of its transaction: several of one record have an order */
    at: t.timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [
    index("revisions_of_record").on(table.kind, table.record_key, table.at.desc().nullsFirst()),
    index("revisions_of_operation").on(table.operation).where(sql`${table.operation} is not null`),
    index("revisions_by_time").on(table.at.desc().nullsFirst(), table.id),
  ],
).enableRLS();
