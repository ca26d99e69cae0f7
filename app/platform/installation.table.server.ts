import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp } from "drizzle-orm/pg-core";

/** What happened once to this database: one row at most. Sample content removed by the owner never comes back. */
export const installation = pgTable(
  "installation",
  {
    only: boolean().primaryKey().default(true),
    seeded_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("installation_one_row", sql`${table.only}`)],
).enableRLS();
