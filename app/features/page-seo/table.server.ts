import { sql } from "drizzle-orm";
import { boolean, integer, pgPolicy, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The owner's SEO of a page, one row per page (SPEC 3); pages without a row use `copy/`. */
export const page_seo = pgTable(
  "page_seo",
  {
    page_name: text().primaryKey(),
    meta_title: text().notNull().default(""),
    meta_description: text().notNull().default(""),
    meta_keywords: text().notNull().default(""),
    is_indexable: boolean().notNull().default(true),
    is_followable: boolean().notNull().default(true),
    /** the address of the picture for shared links; null: one is drawn */
    share_image: text(),
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  () => [pgPolicy("visitors read page seo", { for: "select", using: sql`true` })],
);
