// Addresses that moved or went away, and addresses that visitors looked for in vain.
import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";

/** Redirects of the owner: to another path or URL (301), or gone (`to_path` null: 410). */
export const redirects = pgTable(
  "redirects",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** from the root, without a query or a closing slash */
    from_path: t.text().notNull(),
    /** an address of this site from the root, or a whole http(s) address; null: gone for good */
    to_path: t.text(),
    /** what is off is not there for visitors; the address stays taken for its owner (decision 0049) */
    is_on: t.boolean().notNull().default(true),
    hits: t.integer().notNull().default(0),
    last_hit_at: t.timestamp({ withTimezone: true }),
    ...versionColumns(),
  }),
  (table) => [
    unique("redirects_from_path_unique").on(table.from_path),
    index("redirects_to_path").on(table.to_path),
    index("redirects_newest").on(table.created_at.desc().nullsFirst(), table.id),
    pgPolicy("visitors follow redirects", { for: "select", using: sql`${table.is_on}` }),
  ],
);

/**
 * One row that every save of a redirect writes, as two that are saved at once could form a loop: each waits for the one
 * before it, and a publish, which reads one state of the database, begins anew where another save came between.
 */
export const redirect_turns = pgTable(
  "redirect_turns",
  (t) => ({ one: t.boolean().primaryKey().default(true), taken: t.integer().notNull().default(1) }),
  (table) => [check("redirect_turns_one", sql`${table.one}`)],
).enableRLS();

/**
 * Every slug by which visitors know a record, the present one too, and whose it is: that of the record that they met
 * there last. Triggers of the records' tables write it (decision 0021).
 */
export const slug_history = pgTable(
  "slug_history",
  (t) => ({
    /** "blog-post", "case-study" or "industry" */
    kind: t.text().notNull(),
    /** as it stands in a path that `normalPath` has spelt */
    slug: t.text().notNull(),
    /** of the kind's table; it may have been deleted for good */
    record_id: t.uuid().notNull(),
    /** the record was deleted, so that visitors get 410 */
    is_gone: t.boolean().notNull().default(false),
    hits: t.integer().notNull().default(0),
    last_hit_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** when visitors last began to get something else there */
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index("slug_history_of_record").on(table.record_id),
    pgPolicy("visitors follow slugs that changed", { for: "select", using: sql`true` }),
  ],
);

/** The log of 404s: how often each address was looked for, and from which hosts. */
export const missing_paths = pgTable(
  "missing_paths",
  (t) => ({
    path: t.text().primaryKey(),
    hits: t.integer().notNull().default(0),
    /** the referring page's host to how often it sent someone here; a few hosts at most */
    referrers: t.jsonb().$type<Record<string, number>>().notNull().default({}),
    first_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("missing_paths_most").on(table.hits.desc().nullsFirst(), table.path),
    index("missing_paths_latest").on(table.last_seen_at.desc().nullsFirst()),
  ],
).enableRLS();
