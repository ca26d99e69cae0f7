import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp } from "drizzle-orm/pg-core";

/** When a job last ran: one row at most. */
export const worker_pulse = pgTable(
  "worker_pulse",
  {
    only: boolean().primaryKey().default(true),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("worker_pulse_one_row", sql`${table.only}`)],
).enableRLS();
