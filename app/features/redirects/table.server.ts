import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";

/** Redirects that the owner created. `to_path` is null for a 410. */
export const redirects = pgTable(
  "redirects",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** a path, a path with a query, or a wildcard, as `normalFrom` spells it */
    from_path: t.text().notNull(),
    /** a path on this site or an absolute http(s) URL; `*` stands for the wildcard's match; null means 410 */
    to_path: t.text(),
    /** an inactive redirect still reserves its path (decision 0049) */
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
 * A single row that every save of a redirect updates. Concurrent saves could form a loop, so they wait for
 * each other. Publishing reads a snapshot and is retried after a concurrent save.
 */
export const redirect_turns = pgTable(
  "redirect_turns",
  (t) => ({ one: t.boolean().primaryKey().default(true), taken: t.integer().notNull().default(1) }),
  (table) => [check("redirect_turns_one", sql`${table.one}`)],
).enableRLS();

/**
 * Current and former slugs that visitors know, each with the last record that was public there. Written by
 * triggers, except for industries (decision 0021).
 */
export const slug_history = pgTable(
  "slug_history",
  (t) => ({
    /** "blog-post", "case-study", "landing-page" or "industry" */
    kind: t.text().notNull(),
    /** as `normalPath` spells it */
    slug: t.text().notNull(),
    /** may refer to a deleted row */
    record_id: t.uuid().notNull(),
    is_gone: t.boolean().notNull().default(false),
    hits: t.integer().notNull().default(0),
    last_hit_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** last change that visitors notice */
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index("slug_history_of_record").on(table.record_id),
    pgPolicy("visitors follow slugs that changed", { for: "select", using: sql`true` }),
  ],
);

/** The 404 log. */
export const missing_paths = pgTable(
  "missing_paths",
  (t) => ({
    path: t.text().primaryKey(),
    hits: t.integer().notNull().default(0),
    /** visits by referring host, for a few hosts */
    referrers: t.jsonb().$type<Record<string, number>>().notNull().default({}),
    first_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_seen_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("missing_paths_most").on(table.hits.desc().nullsFirst(), table.path),
    index("missing_paths_latest").on(table.last_seen_at.desc().nullsFirst()),
  ],
).enableRLS();
