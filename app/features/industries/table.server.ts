import { sql } from "drizzle-orm";
import { pgPolicy, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { recordColumns } from "../../platform/database/record-columns.server.ts";

/** What a case study is filed under (SPEC 3). A deleted row keeps 30 days out of sight (decision 0035.28). */
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
