import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/** Blog posts (SPEC 3), with the create defaults of SPEC 5. A deleted row keeps 30 days out of sight. */
export const blog_posts = pgTable(
  "blog_posts",
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    slug: text().notNull(),
    excerpt: text().notNull().default(""),
    content: text().notNull(),
    author: text().notNull().default("SEO Pro Zone"),
    category: text().notNull().default("SEO Strategy"),
    featured_image: text().notNull().default(""),
    meta_title: text().notNull().default(""),
    meta_description: text().notNull().default(""),
    meta_keywords: text().notNull().default(""),
    published: boolean().notNull().default(true),
    /** whether visitors ever reached it; a trigger sets it, for good */
    was_published: boolean().notNull().default(false),
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deleted_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("blog_posts_slug_unique").on(table.slug).where(sql`${table.deleted_at} is null`),
    index("blog_posts_newest").on(table.created_at.desc().nullsFirst(), table.id),
    pgPolicy("visitors read published posts", {
      for: "select",
      using: sql`${table.published} and ${table.deleted_at} is null`,
    }),
  ],
);
