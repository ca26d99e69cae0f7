import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/** One-time events of this database, one row at most. Sample content removed by the owner never comes back. */
export const installation = pgTable(
  "installation",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    seeded_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("installation_one_row", sql`${table.only}`)],
).enableRLS();
