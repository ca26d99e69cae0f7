import { jsonb, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

/** What Undo brings back: nothing reads it but Undo, and it is deleted minutes later. */
export const kept_for_undo = pgTable("kept_for_undo", {
  id: uuid().primaryKey().defaultRandom(),
  /** by the name of their table, every column, as PostgreSQL words them in JSON */
  rows: jsonb().$type<Record<string, unknown[]>>().notNull(),
  kept_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
}).enableRLS();
