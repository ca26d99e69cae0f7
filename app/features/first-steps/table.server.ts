import { pgTable } from "drizzle-orm/pg-core";

/** First steps that the owner ticked off by hand, since what is stored cannot tell that they are done. */
export const ticked_steps = pgTable("ticked_steps", (t) => ({
  step: t.text().primaryKey(),
  ticked_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
})).enableRLS();
