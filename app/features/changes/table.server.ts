import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { KindName } from "../records/record-kind.server.ts";
import type { KeptFields } from "./merge.ts";

/**
 * Changes that are kept beside what is live and published together (decision 0053). Drafts are added to the one that is
 * open; one that is published stays for Undo. Visitors have no right to it.
 */
export const change_sets = pgTable(
  "change_sets",
  {
    id: uuid().primaryKey().defaultRandom(),
    state: text({ enum: ["open", "published"] })
      .notNull()
      .default("open"),
    /** what its owner calls it; empty for one that was begun by keeping a draft */
    title: text().notNull().default(""),
    /** whether new drafts are kept in it, while it is open */
    collects: boolean().notNull().default(false),
    /** the published one that this one takes back */
    undoes: uuid(),
    /** when it goes live by itself */
    publish_at: timestamp({ withTimezone: true }),
    /** when it is taken back by itself, once it is live */
    take_back_at: timestamp({ withTimezone: true }),
    /** the mark of the login that set these times, as history has it */
    scheduled_by: text(),
    /** what went wrong at one of them, in a sentence; empty where nothing did */
    problem: text().notNull().default(""),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    published_at: timestamp({ withTimezone: true }),
  },
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
  {
    change_set_id: uuid()
      .notNull()
      .references(() => change_sets.id, { onDelete: "cascade" }),
    /** of `features/records/` */
    kind: text().$type<KindName>().notNull(),
    /** what its kind knows it by */
    record_id: text().notNull(),
    /** as the panel called it when it was kept, for one that is gone */
    name: text().notNull(),
    fields: json().$type<KeptFields>().notNull(),
    /** whether it is a draft; false once its set is published */
    waits: boolean().notNull().default(true),
    /** counts on each time that it is kept: a form that shows an older state of the draft is told */
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.change_set_id, table.kind, table.record_id] }),
    uniqueIndex("change_items_one_draft").on(table.kind, table.record_id).where(sql`${table.waits}`),
  ],
).enableRLS();

/** Links by which people without a login see what waits in a change set, until they end. */
export const preview_links = pgTable(
  "preview_links",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** the link itself is nowhere: who reads this table cannot open it */
    token_hash: text().notNull().unique(),
    change_set_id: uuid()
      .notNull()
      .references(() => change_sets.id, { onDelete: "cascade" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    opens: integer().notNull().default(0),
    last_opened_at: timestamp({ withTimezone: true }),
  },
  (table) => [index("preview_links_of_set").on(table.change_set_id)],
).enableRLS();
