import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, unique, uniqueIndex } from "drizzle-orm/pg-core";

/** Addresses are pending until confirmed (decision 0035.13). */
export const subscribers = pgTable(
  "subscribers",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    email: t.text().notNull(),
    status: t.text().notNull().default("pending"),
    /** key that signs links; old emails contain the key itself */
    token: t.text().notNull(),
    /** day of the last email in the site's time zone, to send at most one a day (decision 0035.13) */
    mailed_on: t.date({ mode: "string" }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmed_at: t.timestamp({ withTimezone: true }),
    unsubscribed_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    uniqueIndex("subscribers_email_unique").on(sql`lower(${table.email})`),
    index("subscribers_newest").on(table.created_at.desc().nullsFirst(), table.id),
    unique("subscribers_token_unique").on(table.token),
    check("subscribers_status_known", sql`${table.status} in ('pending', 'confirmed', 'unsubscribed')`),
    pgPolicy("visitors subscribe", {
      for: "insert",
      withCheck: sql`${table.status} = 'pending' and ${table.mailed_on} is null and ${table.confirmed_at} is null and ${table.unsubscribed_at} is null`,
    }),
  ],
);
