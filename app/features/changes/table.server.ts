import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { KindName } from "../records/record-kind.server.ts";
import type { DraftFields } from "./merge.ts";

/**
 * Changes that are kept beside what is live and published together (decision 0053). Drafts are added to the one that is
 * open; one that is published stays for Undo. Visitors have no right to it.
 */
export const change_sets = pgTable(
  "change_sets",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    state: t
      .text({ enum: ["open", "published"] })
      .notNull()
      .default("open"),
    /** what its owner calls it; empty for one that was begun by keeping a draft */
    title: t.text().notNull().default(""),
    /** whether new drafts are kept in it, while it is open */
    collects: t.boolean().notNull().default(false),
    /** the published one that this one takes back */
    undoes: t.uuid(),
    /** when it goes live by itself */
    publish_at: t.timestamp({ withTimezone: true }),
    /** when it is taken back by itself, once it is live */
    take_back_at: t.timestamp({ withTimezone: true }),
    /** the mark of the login that set these times, as history has it */
    scheduled_by: t.text(),
    /** what went wrong at one of them, in a sentence; empty where nothing did */
    problem: t.text().notNull().default(""),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    published_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("change_sets_state_known", sql`${table.state} in ('open', 'published')`),
    uniqueIndex("change_sets_one_collects")
      .on(table.collects)
      .where(sql`${table.collects} and ${table.state} = 'open'`),
  ],
).enableRLS();

/** What a change set does to one record, text, page's SEO or setting. */
export const change_items = pgTable(
  "change_items",
  (t) => ({
    change_set_id: t
      .uuid()
      .notNull()
      .references(() => change_sets.id, { onDelete: "cascade" }),
    /** of `features/records/` */
    kind: t.text().$type<KindName>().notNull(),
    /** what its kind knows it by */
    record_id: t.text().notNull(),
    /** as the panel called it when it was kept, for one that is gone */
    name: t.text().notNull(),
    fields: t.json().$type<DraftFields>().notNull(),
    /** whether it is a draft; false once its set is published */
    waits: t.boolean().notNull().default(true),
    /** counts on each time that it is kept: a form that shows an older state of the draft is told */
    version: t.integer().notNull().default(1),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.change_set_id, table.kind, table.record_id] }),
    uniqueIndex("change_items_one_draft").on(table.kind, table.record_id).where(sql`${table.waits}`),
  ],
).enableRLS();

/** Links by which people without a login see what waits in a change set, until they end. */
export const preview_links = pgTable(
  "preview_links",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** the link itself is nowhere: who reads this table cannot open it */
    token_hash: t.text().notNull().unique(),
    change_set_id: t
      .uuid()
      .notNull()
      .references(() => change_sets.id, { onDelete: "cascade" }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
    opens: t.integer().notNull().default(0),
    last_opened_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [index("preview_links_of_set").on(table.change_set_id)],
).enableRLS();
