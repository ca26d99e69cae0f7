import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { pageColumns } from "../../platform/database/record-columns.server.ts";

/** Blog posts (SPEC 3, 5). Deleted rows are kept for 30 days. */
export const blog_posts = pgTable(
  "blog_posts",
  (t) => ({
    ...pageColumns(),
    excerpt: t.text().notNull().default(""),
    content: t.text().notNull(),
    author: t.text().notNull().default("SEO Pro Zone"),
    category: t.text().notNull().default("SEO Strategy"),
    featured_image: t.text().notNull().default(""),
  }),
  (table) => [
    uniqueIndex("blog_posts_slug_unique").on(table.slug).where(sql`${table.deleted_at} is null`),
    index("blog_posts_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("blog_posts_pinned_first").on(
      table.featured.desc().nullsFirst(),
      table.created_at.desc().nullsFirst(),
      table.id,
    ),
    pgPolicy("visitors read published posts", {
      for: "select",
      using: sql`${table.published} and ${table.deleted_at} is null`,
    }),
  ],
);
