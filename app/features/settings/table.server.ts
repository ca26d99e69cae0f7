import { sql } from "drizzle-orm";
import { pgPolicy, pgTable } from "drizzle-orm/pg-core";

/** Site-wide settings, one row per key of SPEC 3; no row means not set. */
export const website_settings = pgTable(
  "website_settings",
  (t) => ({
    setting_key: t.text().primaryKey(),
    setting_value: t.text().notNull(),
    setting_type: t.text().notNull().default("text"),
    version: t.integer().notNull().default(1),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  () => [pgPolicy("visitors read settings", { for: "select", using: sql`true` })],
);
