import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  json,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { industries } from "../industries/table.server.ts";

/**
 * Case studies (SPEC 3). `industry` is the copied name of `industry_id` (SPEC 5), `results` an object of
 * label to text or number, kept as json because jsonb would put the labels into an order of its own. A deleted
 * row keeps 30 days out of sight (decision 0035.28).
 */
export const case_studies = pgTable(
  "case_studies",
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    slug: text().notNull(),
    client: text().notNull(),
    industry: text().notNull(),
    industry_id: uuid()
      .notNull()
      .references(() => industries.id, { onDelete: "restrict" }),
    result: text().notNull().default(""),
    duration: text().notNull().default("6 months"),
    image: text().notNull().default(""),
    challenge: text().notNull().default(""),
    solution: text().notNull().default(""),
    results: json().$type<Record<string, string | number>>().notNull().default({}),
    testimonial: text().notNull().default(""),
    client_name: text().notNull().default(""),
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
    uniqueIndex("case_studies_slug_unique").on(table.slug).where(sql`${table.deleted_at} is null`),
    index("case_studies_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("case_studies_industry").on(table.industry_id),
    pgPolicy("visitors read published case studies", {
      for: "select",
      using: sql`${table.published} and ${table.deleted_at} is null`,
    }),
  ],
);
