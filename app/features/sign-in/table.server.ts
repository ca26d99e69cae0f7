import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { people } from "../staff/table.server.ts";

/** The site's password (SPEC 6) as a scrypt hash. At most one row. */
export const admin_credentials = pgTable(
  "admin_credentials",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    password_hash: t.text().notNull(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("admin_credentials_one_row", sql`${table.only}`)],
).enableRLS();

/** Sessions of signed-in browsers (decision 0035.1). The cookie holds the id, the row only its SHA-256. */
export const admin_sessions = pgTable("admin_sessions", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** last time this browser sent a correct password, code or passkey */
  proven_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** from `browserOf` */
  browser: t.text().notNull().default(""),
  /** last network, from `coarseNetworkOf` */
  network: t.text().notNull().default(""),
  /** null if the browser signed in with the site's password (SPEC 6) */
  person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
})).enableRLS();

/**
 * Browsers with their own sign-in limits, so attacks don't lock them out. The cookie holds the id, the row only its
 * SHA-256.
 */
export const known_browsers = pgTable("known_browsers", (t) => ({
  id_hash: t.text().primaryKey(),
  created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  /**
   * until then, the browser skips the second factor for the person in `trusted_for` or, if that's null, for
   * sign-ins with the site's password
   */
  trusted_until: t.timestamp({ withTimezone: true }),
  trusted_for: t.uuid().references(() => people.id, { onDelete: "cascade" }),
})).enableRLS();
