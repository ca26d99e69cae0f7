import { sql } from "drizzle-orm";
import { check, pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * The owner's texts. Built-in texts are in `copy/` (decision 0035.15). Deleted rows are kept for 30 days
 * (decision 0035.28).
 */
export const website_content = pgTable(
  "website_content",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    page_name: t.text().notNull(),
    section_name: t.text().notNull(),
    content_key: t.text().notNull(),
    content_value: t.text().notNull(),
    content_type: t.text().notNull().default("text"),
    version: t.integer().notNull().default(1),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    deleted_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    uniqueIndex("website_content_address_unique")
      .on(table.page_name, table.section_name, table.content_key)
      .where(sql`${table.deleted_at} is null`),
    check(
      "website_content_type_known",
      sql`${table.content_type} in ('text', 'html', 'image_url', 'color', 'number', 'json')`,
    ),
    pgPolicy("visitors read website content", { for: "select", using: sql`${table.deleted_at} is null` }),
  ],
);
