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

/** Logged-in browsers (decision 0035.1). The cookie holds the id, the row its SHA-256; Logout deletes the row. */
export const admin_sessions = pgTable("admin_sessions", {
  id_hash: text().primaryKey(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  last_seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** as `browserOf` has it */
  browser: text().notNull().default(""),
  /** where it was last seen, as `coarseNetworkOf` has it */
  network: text().notNull().default(""),
}).enableRLS();

/**
 * Browsers that have logged in before: while strangers try passwords, these have a place of their own. The cookie holds
 * the id, the row its SHA-256.
 */
export const known_browsers = pgTable("known_browsers", {
  id_hash: text().primaryKey(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
}).enableRLS();
