import { pgTable } from "drizzle-orm/pg-core";

/** What Undo brings back: nothing reads it but Undo, and it is deleted minutes later. */
export const kept_for_undo = pgTable("kept_for_undo", (t) => ({
  id: t.uuid().primaryKey().defaultRandom(),
  /** by the name of their table, every column, as PostgreSQL words them in JSON */
  rows: t.jsonb().$type<Record<string, unknown[]>>().notNull(),
  kept_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
