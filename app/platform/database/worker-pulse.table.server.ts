import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/** Time of the worker's last pulse, in a single row. */
export const worker_pulse = pgTable(
  "worker_pulse",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("worker_pulse_one_row", sql`${table.only}`)],
).enableRLS();
