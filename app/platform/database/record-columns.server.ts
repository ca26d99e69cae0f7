// The columns that tables of records share; triggers count the versions.
import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, type PgColumn, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** Who saved last is told by the version, when by the dates. */
export const versionColumns = () => ({
  version: integer().notNull().default(1),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Of a record that may belong to the sample content, and keeps 30 days out of sight once it is deleted. */
export const recordColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  is_sample: boolean().notNull().default(false),
  ...versionColumns(),
  deleted_at: timestamp({ withTimezone: true }),
});

/** Lets samples that the rest of this transaction saves stay samples, whatever changes in them. */
export const preserveSampleFlags = (tx: Database) =>
  tx.execute(sql`select set_config('app.keeps_samples', 'on', true)`);

/** Whether a record is still a sample once it is saved: where it was one and stays so, or after `preserveSampleFlags`. */
export const isStillSample = (isSample: PgColumn, stays: SQL | undefined) =>
  sql<boolean>`${isSample} and (${stays} or coalesce(current_setting('app.keeps_samples', true), '') = 'on')`;

/** Of a record with a page of its own. */
export const pageColumns = () => ({
  ...recordColumns(),
  title: text().notNull(),
  slug: text().notNull(),
  meta_title: text().notNull().default(""),
  meta_description: text().notNull().default(""),
  meta_keywords: text().notNull().default(""),
  published: boolean().notNull().default(true),
  /** whether visitors ever reached it; a trigger sets it, for good */
  was_published: boolean().notNull().default(false),
});
