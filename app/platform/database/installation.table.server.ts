import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/** A single row, added on the first start with SEED=demo, so sample content is never loaded twice. */
export const installation = pgTable(
  "installation",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    seeded_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("installation_one_row", sql`${table.only}`)],
).enableRLS();
