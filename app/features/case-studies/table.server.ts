import { sql } from "drizzle-orm";
import { index, json, pgPolicy, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { pageColumns } from "../../platform/record-columns.server.ts";
import { industries } from "../industries/table.server.ts";

/**
 * Case studies (SPEC 3). `industry` is the copied name of `industry_id` (SPEC 5), `results` an object of
 * label to text or number, kept as json because jsonb would put the labels into an order of its own. A deleted
 * row keeps 30 days out of sight (decision 0035.28).
 */
export const case_studies = pgTable(
  "case_studies",
  {
    ...pageColumns(),
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
