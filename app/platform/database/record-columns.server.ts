// Shared columns of records. Triggers increment the version.
import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, type PgColumn, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

export const versionColumns = () => ({
  version: integer().notNull().default(1),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Columns of records that can be samples and that stay in the trash for 30 days after deletion. */
export const recordColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  is_sample: boolean().notNull().default(false),
  ...versionColumns(),
  deleted_at: timestamp({ withTimezone: true }),
});

/** Keeps sample flags on everything this transaction saves. */
export const preserveSampleFlags = (tx: Database) =>
  tx.execute(sql`select set_config('app.keeps_samples', 'on', true)`);

/**
 * Returns SQL that tells whether a sample stays one after a save: if `stays` is true, or after
 * `preserveSampleFlags`.
 */
export const isStillSample = (isSample: PgColumn, stays: SQL | undefined) =>
  sql<boolean>`${isSample} and (${stays} or coalesce(current_setting('app.keeps_samples', true), '') = 'on')`;

/** A page's fields for search engines. */
export const searchColumns = () => ({
  meta_title: text().notNull().default(""),
  meta_description: text().notNull().default(""),
  meta_keywords: text().notNull().default(""),
  is_indexable: boolean().notNull().default(true),
  is_followable: boolean().notNull().default(true),
  /** URL or path on this site; empty means the page itself */
  canonical_url: text().notNull().default(""),
});

/** Returns a row with booleans as text, as forms post them. */
export const withTextSwitches = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "boolean" ? String(value) : value]),
  );

/** A copy will have different text, so the canonical URL doesn't apply. */
export const NOT_COPIED = { published: undefined, featured: undefined, canonical_url: "" };

/** Columns of records with their own page. */
export const pageColumns = () => ({
  ...recordColumns(),
  title: text().notNull(),
  slug: text().notNull(),
  ...searchColumns(),
  /** URL; empty means the record's own image or a generated one */
  share_image: text().notNull().default(""),
  /** pinned records come first in short lists */
  featured: boolean().notNull().default(false),
  published: boolean().notNull().default(true),
  /** true once the record was public; never reset */
  was_published: boolean().notNull().default(false),
});
