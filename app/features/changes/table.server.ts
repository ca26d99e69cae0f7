import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { KindName } from "../records/record-kind.server.ts";
import type { DraftFields } from "./merge.ts";

/**
 * Sets of changes that are published together (decision 0049). New drafts go into an open one; a published one is kept
 * for Undo. Visitors have no access to it.
 */
export const change_sets = pgTable(
  "change_sets",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    state: t
      .text({ enum: ["open", "published"] })
      .notNull()
      .default("open"),
    /** the owner's title; empty for a set created by saving a draft */
    title: t.text().notNull().default(""),
    /** whether new drafts go into it while it is open */
    collects: t.boolean().notNull().default(false),
    /** whether it was made for a single record, which is published on its own; new drafts go elsewhere */
    separate: t.boolean().notNull().default(false),
    /** the published set that this one reverts */
    undoes: t.uuid(),
    /** when it's published automatically */
    publish_at: t.timestamp({ withTimezone: true }),
    /** when it's reverted automatically after being published */
    take_back_at: t.timestamp({ withTimezone: true }),
    /** the session that set these times, as in the history */
    scheduled_by: t.text(),
    /** the person who set these times */
    scheduled_by_person: t.uuid(),
    /** what went wrong with the schedule, as a sentence; empty if nothing did */
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
    /** a kind of `features/records/` */
    kind: t.text().$type<KindName>().notNull(),
    /** the record's id within its kind */
    record_id: t.text().notNull(),
    /** the record's name when the draft was saved, in case the record is gone later */
    name: t.text().notNull(),
    fields: t.json().$type<DraftFields>().notNull(),
    /** whether it's a draft; false once its set is published */
    waits: t.boolean().notNull().default(true),
    /** increases with every save of the draft, so that a form showing an older state is detected */
    version: t.integer().notNull().default(1),
    /** the form that saved it last, by the id of its autosave */
    saved_by: t.uuid(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.change_set_id, table.kind, table.record_id] }),
    uniqueIndex("change_items_one_draft").on(table.kind, table.record_id).where(sql`${table.waits}`),
  ],
).enableRLS();

/** Links that show the pending changes of a set to people who can't sign in, until they expire. */
export const preview_links = pgTable(
  "preview_links",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** only the hash is stored, so reading this table isn't enough to open the link */
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
