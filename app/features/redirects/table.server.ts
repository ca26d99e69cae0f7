// Addresses that moved or went away, and addresses that visitors looked for in vain.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/** Where an old address leads: to another one (301), or nowhere any more (`to_path` null: 410). */
export const redirects = pgTable(
  "redirects",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** from the root, without a query or a closing slash */
    from_path: text().notNull(),
    /** an address of this site from the root, or a whole http(s) address; null: gone for good */
    to_path: text(),
    /** what made it: a slug that changed, a record that was deleted, or the owner */
    source: text().notNull().default("owner"),
    /** the record whose address it was, of whatever table; null: the owner made it */
    record_id: uuid(),
    hits: integer().notNull().default(0),
    last_hit_at: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("redirects_from_path_unique").on(table.from_path),
    check("redirects_source_known", sql`${table.source} in ('rename', 'delete', 'owner')`),
    index("redirects_to_path").on(table.to_path),
    index("redirects_newest").on(table.created_at.desc().nullsFirst(), table.id),
    pgPolicy("visitors follow redirects", { for: "select", using: sql`true` }),
  ],
);

/** The log of 404s: how often each address was looked for, and from which hosts. */
export const missing_paths = pgTable(
  "missing_paths",
  {
    path: text().primaryKey(),
    hits: integer().notNull().default(0),
    /** the referring page's host to how often it sent someone here; a few hosts at most */
    referrers: jsonb().$type<Record<string, number>>().notNull().default({}),
    first_seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("missing_paths_most").on(table.hits.desc().nullsFirst(), table.path),
    index("missing_paths_latest").on(table.last_seen_at.desc().nullsFirst()),
  ],
).enableRLS();
