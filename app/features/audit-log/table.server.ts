import { index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Security events. Visitors have no access. Events that anyone can trigger have one row per hour and network.
 */
export const audit_log = pgTable(
  "audit_log",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    event: t.text().notNull(),
    /** the event's `AuditDetails` */
    details: t.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** empty for events caused by the server, and if counted attempts came from different browsers */
    browser: t.text().notNull().default(""),
    network: t.text().notNull().default(""),
    /** from `sessionMark`; null before a sign-in */
    session: t.text(),
    /** null before a sign-in, or if the owner signed in with the site's password */
    person_id: t.uuid(),
    times: t.integer().notNull().default(1),
    /** hour of a counted event, otherwise null */
    hour: t.timestamp({ withTimezone: true }),
    happened_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("audit_log_newest").on(table.last_at.desc().nullsFirst(), table.id),
    uniqueIndex("audit_log_counted").on(table.event, table.hour, table.network),
  ],
).enableRLS();
