import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { pageColumns } from "../../platform/database/record-columns.server.ts";
import { industries } from "../industries/table.server.ts";

/**
 * Case studies (SPEC 3). `industry` copies the industry's name (SPEC 5). `results` is json, because jsonb
 * reorders labels. `monthly` is text as `formatMonthly` writes it. Deleted rows are kept for 30 days (decision 0035.28).
 */
export const case_studies = pgTable(
  "case_studies",
  (t) => ({
    ...pageColumns(),
    client: t.text().notNull(),
    industry: t.text().notNull(),
    industry_id: t
      .uuid()
      .notNull()
      .references(() => industries.id, { onDelete: "restrict" }),
    result: t.text().notNull().default(""),
    figure: t.text().notNull().default(""),
    duration: t.text().notNull().default("6 months"),
    image: t.text().notNull().default(""),
    challenge: t.text().notNull().default(""),
    solution: t.text().notNull().default(""),
    results: t.json().$type<Record<string, string | number>>().notNull().default({}),
    monthly: t.text().notNull().default(""),
    source: t.text().notNull().default(""),
    testimonial: t.text().notNull().default(""),
    client_name: t.text().notNull().default(""),
  }),
  (table) => [
    uniqueIndex("case_studies_slug_unique").on(table.slug).where(sql`${table.deleted_at} is null`),
    index("case_studies_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("case_studies_pinned_first").on(
      table.featured.desc().nullsFirst(),
      table.created_at.desc().nullsFirst(),
      table.id,
    ),
    index("case_studies_industry").on(table.industry_id),
    pgPolicy("visitors read published case studies", {
      for: "select",
      using: sql`${table.published} and ${table.deleted_at} is null`,
    }),
  ],
);
