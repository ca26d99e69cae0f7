import { sql } from "drizzle-orm";
import { pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { recordColumns } from "../../platform/database/record-columns.server.ts";

/** Categories of case studies (SPEC 3). Deleted rows stay for 30 days (decision 0035.28). */
export const industries = pgTable(
  "industries",
  (t) => ({
    ...recordColumns(),
    name: t.text().notNull(),
    description: t.text().notNull().default(""),
  }),
  (table) => [
    uniqueIndex("industries_name_unique")
      .on(sql`lower(${table.name})`)
      .where(sql`${table.deleted_at} is null`),
    pgPolicy("visitors read industries", { for: "select", using: sql`${table.deleted_at} is null` }),
  ],
);
