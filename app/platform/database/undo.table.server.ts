import { pgTable } from "drizzle-orm/pg-core";

/** Copies of deleted rows, kept for a few minutes. */
export const kept_for_undo = pgTable("kept_for_undo", (t) => ({
  id: t.uuid().primaryKey().defaultRandom(),
  /** by table name */
  rows: t.jsonb().$type<Record<string, unknown[]>>().notNull(),
  kept_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
