import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/** The panel's one password (SPEC 6), as a scrypt hash: one row at most. */
export const admin_credentials = pgTable(
  "admin_credentials",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    password_hash: t.text().notNull(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("admin_credentials_one_row", sql`${table.only}`)],
).enableRLS();

/** Logged-in browsers (decision 0035.1). The cookie holds the id, the row its SHA-256; Logout deletes the row. */
export const admin_sessions = pgTable("admin_sessions", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** as `browserOf` has it */
  browser: t.text().notNull().default(""),
  /** where it was last seen, as `coarseNetworkOf` has it */
  network: t.text().notNull().default(""),
})).enableRLS();

/**
 * Browsers that have logged in before: while strangers try passwords, these have a place of their own. The cookie holds
 * the id, the row its SHA-256.
 */
export const known_browsers = pgTable("known_browsers", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
