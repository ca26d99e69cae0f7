import { pgTable } from "drizzle-orm/pg-core";

/** The steps that the owner marked as done. */
export const ticked_steps = pgTable("ticked_steps", (t) => ({
  step: t.text().primaryKey(),
  ticked_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
