import { sql } from "drizzle-orm";
import { check, pgPolicy, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/** Newsletter addresses, pending until confirmed (DECISIONS 13). */
export const subscribers = pgTable(
  "subscribers",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    status: text().notNull().default("pending"),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmed_at: timestamp({ withTimezone: true }),
    unsubscribed_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("subscribers_email_unique").on(sql`lower(${table.email})`),
    check("subscribers_status_known", sql`${table.status} in ('pending', 'confirmed', 'unsubscribed')`),
    pgPolicy("visitors subscribe", { for: "insert", withCheck: sql`true` }),
  ],
);
