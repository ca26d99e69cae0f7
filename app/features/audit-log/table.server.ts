import { index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * What happened that matters for security: one row for each event, but one an hour and network for what strangers can
 * cause as often as they like. Visitors have no right to it, and nothing in it tells of one.
 */
export const audit_log = pgTable(
  "audit_log",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    event: t.text().notNull(),
    /** what `AuditDetails` says for the event */
    details: t.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** empty where the server itself did it */
    browser: t.text().notNull().default(""),
    network: t.text().notNull().default(""),
    /** the start of the session's `id_hash`, null before a login */
    session: t.text(),
    times: t.integer().notNull().default(1),
    /** of events that are counted together: the hour that they are counted in */
    hour: t.timestamp({ withTimezone: true }),
    happened_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("audit_log_newest").on(table.last_at.desc().nullsFirst(), table.id),
    uniqueIndex("audit_log_counted").on(table.event, table.hour, table.network),
  ],
).enableRLS();
