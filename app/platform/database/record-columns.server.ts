// The columns that tables of records share; triggers count the versions.
import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, type PgColumn, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** The version tells which save was last, the dates tell when. */
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

/** For records with their own page. */
export const pageColumns = () => ({
  ...recordColumns(),
  title: text().notNull(),
  slug: text().notNull(),
  meta_title: text().notNull().default(""),
  meta_description: text().notNull().default(""),
  meta_keywords: text().notNull().default(""),
  published: boolean().notNull().default(true),
  /** true once visitors could ever reach it; set by a trigger and never reset */
  was_published: boolean().notNull().default(false),
});
