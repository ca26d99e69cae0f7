import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";
import type { Choices } from "./choices.ts";
import type { SourceItem, SourceSummary } from "./item.ts";

/**
 * Imports. Each one is a record: publishing it publishes everything it stored, so it's a single draft no matter how
 * many posts it has. Visitors can't see it.
 */
export const imports = pgTable(
  "imports",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    label: t.text().notNull(),
    published: t.boolean().notNull().default(false),
    ...versionColumns(),
  }),
  () => [pgPolicy("visitors see no imports", { for: "select", using: sql`false` })],
);

/** The work on an import: its files, progress, report and choices. */
export const import_runs = pgTable(
  "import_runs",
  (t) => ({
    import_id: t
      .uuid()
      .primaryKey()
      .references(() => imports.id, { onDelete: "cascade" }),
    state: t.text().$type<RunState>().notNull().default("reading"),
    /** the uploaded files, in the import's folder */
    files: t.jsonb().$type<{ file: string; name: string; bytes: number }[]>().notNull().default([]),
    /** the old site's URL, as typed or as the file says */
    site_url: t.text().notNull().default(""),
    summary: t.jsonb().$type<SourceSummary>(),
    choices: t.jsonb().$type<Choices>(),
    done: t.integer().notNull().default(0),
    total: t.integer().notNull().default(0),
    /** why it failed, or what didn't work, as a sentence */
    problem: t.text().notNull().default(""),
    /** when the process working on it last showed a sign of life; null if there's none */
    heard_at: t.timestamp({ withTimezone: true }),
    /** the session that started it, as in the history */
    session: t.text().notNull().default(""),
    /** the person who started it; null for the one-password owner */
    person_id: t.uuid(),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    check(
      "import_runs_state_known",
      sql`${table.state} in ('reading', 'ready', 'storing', 'stored', 'failed', 'canceled')`,
    ),
  ],
).enableRLS();

/** `ready`: it was read, and the owner can choose what to import. `stored`: everything is stored, unpublished. */
export type RunState = "reading" | "ready" | "storing" | "stored" | "failed" | "canceled";

/** The items that an import found, and what became of them. */
export const import_items = pgTable(
  "import_items",
  (t) => ({
    import_id: t
      .uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** identifies it in every import of the same site */
    source_key: t.text().notNull(),
    kind: t.text().$type<ItemKind>().notNull(),
    position: t.integer().notNull().default(0),
    /** the item as it was read; null once it's stored */
    data: t.jsonb().$type<SourceItem>(),
    title: t.text().notNull().default(""),
    /** on the old site, the main one of an item; a redirect's old path */
    old_url: t.text().notNull().default(""),
    /** its path here */
    new_path: t.text().notNull().default(""),
    /** publication date on the old site, which the record gets when the import is published */
    dated_at: t.timestamp({ withTimezone: true }),
    /** of everything that's stored, so that a second import finds what changed */
    hash: t.text().notNull().default(""),
    record_kind: t.text().notNull().default(""),
    record_id: t.text().notNull().default(""),
    /** the record's version after this import or its publication wrote it; a later one means that someone edited it */
    record_version: t.integer().notNull().default(0),
    /** whether publishing the import publishes it */
    is_published: t.boolean().notNull().default(false),
    state: t.text().$type<ItemState>().notNull().default("new"),
    /** why it's left out or failed, as a sentence */
    reason: t.text().notNull().default(""),
    stored_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.import_id, table.source_key] }),
    index("import_items_source").on(table.source_key),
    index("import_items_record").on(table.record_kind, table.record_id),
  ],
).enableRLS();

type ItemKind = "record" | "image" | "redirect";
export type ItemState = "new" | "added" | "updated" | "drafted" | "unchanged" | "left" | "failed";
