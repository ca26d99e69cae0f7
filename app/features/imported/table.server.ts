import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { versionColumns } from "../../platform/database/record-columns.server.ts";
import type { Choices } from "./choices.ts";
import type { SourceItem, SourceSummary } from "./item.ts";

/** Each import is a record, so a single draft can publish it. Visitors can't see it. */
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

export const import_runs = pgTable(
  "import_runs",
  (t) => ({
    import_id: t
      .uuid()
      .primaryKey()
      .references(() => imports.id, { onDelete: "cascade" }),
    state: t.text().$type<RunState>().notNull().default("reading"),
    /** uploaded files in the import's folder */
    files: t.jsonb().$type<{ file: string; name: string; bytes: number }[]>().notNull().default([]),
    /** as typed or from the file */
    site_url: t.text().notNull().default(""),
    summary: t.jsonb().$type<SourceSummary>(),
    choices: t.jsonb().$type<Choices>(),
    done: t.integer().notNull().default(0),
    total: t.integer().notNull().default(0),
    /** why the import failed */
    problem: t.text().notNull().default(""),
    /** when its process last reported progress */
    heard_at: t.timestamp({ withTimezone: true }),
    session: t.text().notNull().default(""),
    /** null for the sign-in with the site's password */
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

/** A `ready` import waits for the owner's choices. A `stored` one may still be unpublished. */
export type RunState = "reading" | "ready" | "storing" | "stored" | "failed" | "canceled";

export const import_items = pgTable(
  "import_items",
  (t) => ({
    import_id: t
      .uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** the same in every import of a site */
    source_key: t.text().notNull(),
    kind: t.text().$type<ItemKind>().notNull(),
    position: t.integer().notNull().default(0),
    /** the item, without its text once stored; null for images and redirects */
    data: t.jsonb().$type<SourceItem>(),
    title: t.text().notNull().default(""),
    /** an item's main URL, or a redirect's old path */
    old_url: t.text().notNull().default(""),
    new_path: t.text().notNull().default(""),
    /** publication date on the old site */
    dated_at: t.timestamp({ withTimezone: true }),
    /** to detect changes in a later import */
    hash: t.text().notNull().default(""),
    record_kind: t.text().notNull().default(""),
    record_id: t.text().notNull().default(""),
    /** version that the import wrote; a later one means that someone edited the record */
    record_version: t.integer().notNull().default(0),
    /** whether publishing the import publishes this item */
    is_published: t.boolean().notNull().default(false),
    state: t.text().$type<ItemState>().notNull().default("new"),
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
