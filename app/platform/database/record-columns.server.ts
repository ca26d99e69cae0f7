// The columns that tables of records share; triggers count the versions.
import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, type PgColumn, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** The version shows which save was last, and the dates show when. */
export const versionColumns = () => ({
  version: integer().notNull().default(1),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** For records that may be sample content and are retained for 30 days after deletion. */
export const recordColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  is_sample: boolean().notNull().default(false),
  ...versionColumns(),
  deleted_at: timestamp({ withTimezone: true }),
});

/** Keeps the sample flag on records that the rest of this transaction saves, whatever changes in them. */
export const preserveSampleFlags = (tx: Database) =>
  tx.execute(sql`select set_config('app.keeps_samples', 'on', true)`);

/**
 * Returns whether a record is still a sample after a save: if it was one and stays so, or after `preserveSampleFlags`.
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
  /** a URL, or a path on this site; empty: the page itself */
  canonical_url: text().notNull().default(""),
});

/** Returns a row as its form posts it: switches as text. */
export const withTextSwitches = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "boolean" ? String(value) : value]),
  );

/** Fields that a copy of a record doesn't inherit. Its text will differ, so the canonical URL doesn't apply. */
export const NOT_COPIED = { published: undefined, featured: undefined, canonical_url: "" };

/** For records with their own page. */
export const pageColumns = () => ({
  ...recordColumns(),
  title: text().notNull(),
  slug: text().notNull(),
  ...searchColumns(),
  /** the share image's URL; empty: the record's own image, or a generated one */
  share_image: text().notNull().default(""),
  /** pinned: lists that show only a few start with these */
  featured: boolean().notNull().default(false),
  published: boolean().notNull().default(true),
  /** true once visitors could ever reach it; set by a trigger and never reset */
  was_published: boolean().notNull().default(false),
});
