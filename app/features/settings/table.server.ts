import { sql } from "drizzle-orm";
import { integer, pgPolicy, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Site-wide settings, one row per key of SPEC 3; an absent row means not set. */
export const website_settings = pgTable(
  "website_settings",
  {
    setting_key: text().primaryKey(),
    setting_value: text().notNull(),
    setting_type: text().notNull().default("text"),
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  () => [pgPolicy("visitors read settings", { for: "select", using: sql`true` })],
);
