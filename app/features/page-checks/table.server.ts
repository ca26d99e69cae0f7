import { sql } from "drizzle-orm";
import { check, index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import type { IssueKind } from "./issues.ts";
import type { CheckState } from "./rule.ts";

/** Runs of the site check, nightly and on request (decision 0019). */
export const site_checks = pgTable(
  "site_checks",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    state: t.text().$type<"waiting" | "running" | "done" | "failed">().notNull().default("waiting"),
    by_owner: t.boolean().notNull().default(false),
    /** a `SiteCheckTrouble`; empty unless the run failed */
    trouble: t.text().notNull().default(""),
    /** total pages; `due` counts those to read in this run */
    pages: t.integer().notNull().default(0),
    due: t.integer().notNull().default(0),
    read: t.integer().notNull().default(0),
    requested_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    heard_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    finished_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("site_checks_state_known", sql`${table.state} in ('waiting', 'running', 'done', 'failed')`),
    uniqueIndex("site_checks_one_open").on(sql`(true)`).where(sql`${table.state} in ('waiting', 'running')`),
    index("site_checks_requested").on(table.requested_at.desc()),
  ],
).enableRLS();

/** Pages as last read. */
export const site_pages = pgTable(
  "site_pages",
  (t) => ({
    /** includes the query */
    path: t.text().primaryKey(),
    title: t.text().notNull().default(""),
    description: t.text().notNull().default(""),
    /** external URLs */
    links: t.text().array().notNull().default(sql`'{}'`),
    /** issues that the owner ignores */
    accepted: t.jsonb().$type<{ kind: IssueKind; about: string }[]>().notNull().default([]),
    read_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    index("site_pages_title").on(sql`md5(lower(${table.title}))`),
    index("site_pages_description").on(sql`md5(lower(${table.description}))`),
  ],
).enableRLS();

/** Issues on single pages. Shared titles and descriptions are found in `site_pages`. */
export const site_faults = pgTable(
  "site_faults",
  (t) => ({
    path: t
      .text()
      .notNull()
      .references(() => site_pages.path, { onDelete: "cascade" }),
    kind: t.text().$type<IssueKind>().notNull(),
    state: t.text().$type<CheckState>().notNull(),
    /** the link's URL; empty for other issues */
    about: t.text().notNull().default(""),
    text: t.text().notNull(),
  }),
  (table) => [index("site_faults_path").on(table.path), index("site_faults_kind").on(table.kind)],
).enableRLS();

/** External URLs with their last result. */
export const site_links = pgTable("site_links", (t) => ({
  url: t.text().primaryKey(),
  state: t.text().$type<"good" | "gone" | "unchecked">().notNull(),
  /** response status, or `no-dns` */
  said: t.text().notNull().default(""),
  checked_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
