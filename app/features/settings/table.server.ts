import { sql } from "drizzle-orm";
import { pgPolicy, pgTable } from "drizzle-orm/pg-core";

/** One row per setting (SPEC 3). A setting without a row isn't set. */
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
