import { pgTable } from "drizzle-orm/pg-core";

/** Checklist items that the owner marked as done, since stored data can't tell. */
export const ticked_steps = pgTable("ticked_steps", (t) => ({
  step: t.text().primaryKey(),
  ticked_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
