import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The panel's one password (SPEC 6), as a scrypt hash: one row at most. */
export const admin_credentials = pgTable(
  "admin_credentials",
  {
    only: boolean().primaryKey().default(true),
    password_hash: text().notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("admin_credentials_one_row", sql`${table.only}`)],
).enableRLS();

/** Logged-in browsers (DECISIONS 1). The cookie holds the id, the row its SHA-256; Logout deletes the row. */
export const admin_sessions = pgTable("admin_sessions", {
  id_hash: text().primaryKey(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  last_seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
}).enableRLS();
