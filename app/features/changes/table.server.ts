import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";
import type { KindName } from "../records/record-kind.server.ts";
import type { DraftFields } from "./merge.ts";
import type { RecordKey } from "./record-key.server.ts";

/**
 * Changes that are or were published together, and the set of all others (decisions 0049 and 0057). Published sets
 * are kept for Undo. Hidden from visitors.
 */
export const change_sets = pgTable(
  "change_sets",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    state: t
      .text({ enum: ["open", "published"] })
      .notNull()
      .default("open"),
    /** from earlier versions, in which people named sets */
    title: t.text().notNull().default(""),
    /** whether new drafts join this set */
    collects: t.boolean().notNull().default(false),
    /** whether the set is for drafts that were selected */
    separate: t.boolean().notNull().default(false),
    /** the set that this one reverts */
    undoes: t.uuid(),
    /** time of the scheduled publish */
    publish_at: t.timestamp({ withTimezone: true }),
    /** time of the scheduled revert */
    take_back_at: t.timestamp({ withTimezone: true }),
    /** session that set the schedule */
    scheduled_by: t.text(),
    scheduled_by_person: t.uuid(),
    /** problem with the schedule, as a sentence; may be empty */
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

/** One record's changes in a set. */
export const change_items = pgTable(
  "change_items",
  (t) => ({
    change_set_id: t
      .uuid()
      .notNull()
      .references(() => change_sets.id, { onDelete: "cascade" }),
    /** a kind from `features/records/` */
    kind: t.text().$type<KindName>().notNull(),
    /** unique within the kind */
    record_id: t.text().notNull(),
    /** the record's name at the last save, in case the record is deleted */
    name: t.text().notNull(),
    fields: t.json().$type<DraftFields>().notNull(),
    /** true for drafts, false after publishing */
    waits: t.boolean().notNull().default(true),
    /** incremented by every save */
    version: t.integer().notNull().default(1),
    /** autosave id of the form that saved last */
    saved_by: t.uuid(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.change_set_id, table.kind, table.record_id] }),
    uniqueIndex("change_items_one_draft").on(table.kind, table.record_id).where(sql`${table.waits}`),
  ],
).enableRLS();

/** Links that show pending changes to people who can't sign in. */
export const preview_links = pgTable(
  "preview_links",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the token; can't be used to open the link */
    token_hash: t.text().notNull().unique(),
    /** only the previous version of the app uses it */
    change_set_id: t.uuid().references(() => change_sets.id, { onDelete: "cascade" }),
    /** what the link shows: the drafts that were selected when it was created, while they're pending */
    records: t.jsonb().$type<RecordKey[]>().notNull().default([]),
    created_by: t.uuid().default(CURRENT_PERSON),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
    opens: t.integer().notNull().default(0),
    last_opened_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [index("preview_links_of_set").on(table.change_set_id)],
).enableRLS();
