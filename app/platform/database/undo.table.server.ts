import { pgTable } from "drizzle-orm/pg-core";

/** What Undo restores: only Undo reads it, and it is deleted minutes later. */
export const kept_for_undo = pgTable("kept_for_undo", (t) => ({
  id: t.uuid().primaryKey().defaultRandom(),
  /** by table name, with every column, as PostgreSQL formats them in JSON */
  rows: t.jsonb().$type<Record<string, unknown[]>>().notNull(),
  kept_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
