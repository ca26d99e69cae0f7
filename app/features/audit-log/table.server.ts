import { index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Security-related events: one row per event, but one per hour and network for what anyone can trigger. Visitors
 * have no access to it, and it contains nothing about them.
 */
export const audit_log = pgTable(
  "audit_log",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    event: t.text().notNull(),
    /** the event's `AuditDetails` */
    details: t.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** empty if the server did it */
    browser: t.text().notNull().default(""),
    network: t.text().notNull().default(""),
    /** the start of the session's `id_hash`; null before a sign-in */
    session: t.text(),
    /** who it was; null if it was the one-password owner or nobody signed in */
    person_id: t.uuid(),
    times: t.integer().notNull().default(1),
    /** for counted events, the hour in which they are counted */
    hour: t.timestamp({ withTimezone: true }),
    happened_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("audit_log_newest").on(table.last_at.desc().nullsFirst(), table.id),
    uniqueIndex("audit_log_counted").on(table.event, table.hour, table.network),
  ],
).enableRLS();
