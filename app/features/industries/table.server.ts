import { sql } from "drizzle-orm";
import { boolean, integer, pgPolicy, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/** What a case study is filed under (SPEC 3). A deleted row keeps 30 days out of sight (decision 0035.28). */
export const industries = pgTable(
  "industries",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    description: text().notNull().default(""),
    is_sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deleted_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("industries_name_unique")
      .on(sql`lower(${table.name})`)
      .where(sql`${table.deleted_at} is null`),
    pgPolicy("visitors read industries", { for: "select", using: sql`${table.deleted_at} is null` }),
  ],
);
