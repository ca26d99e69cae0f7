// Redirects, former slugs and the 404 log.
import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";

/** The owner's redirects: to another path or URL (301), or gone (`to_path` null: 410). */
export const redirects = pgTable(
  "redirects",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** as `normalFrom` spells it: a path, a path with a query, or a wildcard */
    from_path: t.text().notNull(),
    /** a path on this site or an absolute http(s) URL, with a wildcard's rest at `*`; null: permanently removed */
    to_path: t.text(),
    /** visitors don't see one that's off; its path stays taken for the owner (decision 0049) */
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
 * A row that every save of a redirect writes, because two concurrent saves could form a loop. The second one waits for
 * the first. A publish, which reads a snapshot, is retried if a save came in between.
 */
export const redirect_turns = pgTable(
  "redirect_turns",
  (t) => ({ one: t.boolean().primaryKey().default(true), taken: t.integer().notNull().default(1) }),
  (table) => [check("redirect_turns_one", sql`${table.one}`)],
).enableRLS();

/**
 * Every slug by which visitors know a record, including the current one. It belongs to the record they last found
 * there. Triggers on the records' tables write it (decision 0021).
 */
export const slug_history = pgTable(
  "slug_history",
  (t) => ({
    /** "blog-post", "case-study" or "industry" */
    kind: t.text().notNull(),
    /** as spelled by `normalPath` */
    slug: t.text().notNull(),
    /** of the kind's table; it may be permanently deleted */
    record_id: t.uuid().notNull(),
    /** the record was deleted, so visitors get a 410 */
    is_gone: t.boolean().notNull().default(false),
    hits: t.integer().notNull().default(0),
    last_hit_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** when the result for visitors last changed */
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index("slug_history_of_record").on(table.record_id),
    pgPolicy("visitors follow slugs that changed", { for: "select", using: sql`true` }),
  ],
);

/** The 404 log: how often each path was requested, and from which hosts. */
export const missing_paths = pgTable(
  "missing_paths",
  (t) => ({
    path: t.text().primaryKey(),
    hits: t.integer().notNull().default(0),
    /** referring host to number of visits; a few hosts at most */
    referrers: t.jsonb().$type<Record<string, number>>().notNull().default({}),
    first_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("missing_paths_most").on(table.hits.desc().nullsFirst(), table.path),
    index("missing_paths_latest").on(table.last_seen_at.desc().nullsFirst()),
  ],
).enableRLS();
