import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { people } from "../people/table.server.ts";

/** The panel's one password (SPEC 6) as a scrypt hash, in at most one row. */
export const admin_credentials = pgTable(
  "admin_credentials",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    password_hash: t.text().notNull(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("admin_credentials_one_row", sql`${table.only}`)],
).enableRLS();

/**
 * Sessions of signed-in browsers (decision 0035.1). The cookie holds the id, the row its SHA-256. Logout deletes the
 * row.
 */
export const admin_sessions = pgTable("admin_sessions", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** from `browserOf` */
  browser: t.text().notNull().default(""),
  /** the last network, from `coarseNetworkOf` */
  network: t.text().notNull().default(""),
  /** null for the one-password sign-in (SPEC 6) */
  person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
})).enableRLS();

/**
 * Browsers that have signed in before, which keep access while an attacker guesses passwords. The cookie holds the id, the
 * row its SHA-256.
 */
export const known_browsers = pgTable("known_browsers", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** until when it may skip a second factor, and whose: null is the one-password sign-in's */
  trusted_until: t.timestamp({ withTimezone: true }),
  trusted_for: t.uuid().references(() => people.id, { onDelete: "cascade" }),
})).enableRLS();
