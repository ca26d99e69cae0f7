import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { pageColumns } from "../../platform/database/record-columns.server.ts";
import type { Section } from "./sections.ts";

const { featured: _, ...columns } = pageColumns();

/**
 * `slug` is the whole path, such as `services/local-seo/brooklyn`. `sections` is json because jsonb would
 * reorder the keys.
 */
export const landing_pages = pgTable(
  "landing_pages",
  (t) => ({
    ...columns,
    /** a service's slug; empty for none */
    service: t.text().notNull().default(""),
    /** such as "Brooklyn, NY" */
    area: t.text().notNull().default(""),
    sections: t.json().$type<Section[]>().notNull().default([]),
    /** text of links to the page; empty to use the title */
    menu_label: t.text().notNull().default(""),
    in_header: t.boolean().notNull().default(false),
    in_footer: t.boolean().notNull().default(false),
    in_sitemap: t.boolean().notNull().default(true),
    in_related: t.boolean().notNull().default(true),
    without_menus: t.boolean().notNull().default(false),
    sort: t.integer().notNull().default(0),
  }),
  (table) => [
    uniqueIndex("landing_pages_slug_unique").on(table.slug).where(sql`${table.deleted_at} is null`),
    index("landing_pages_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("landing_pages_in_menus")
      .on(table.sort, table.id)
      .where(
        sql`(${table.in_header} or ${table.in_footer}) and ${table.published} and ${table.deleted_at} is null`,
      ),
    index("landing_pages_of_service")
      .on(table.service, table.sort, table.id)
      .where(sql`${table.deleted_at} is null`),
    pgPolicy("visitors read published landing pages", {
      for: "select",
      using: sql`${table.published} and ${table.deleted_at} is null`,
    }),
  ],
);
