import { pgTable } from "drizzle-orm/pg-core";

/** Checklist items that the owner marked as done, because the site can't check them. */
export const ticked_steps = pgTable("ticked_steps", (t) => ({
  step: t.text().primaryKey(),
  ticked_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
