import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** First steps that the owner ticked off by hand, since what is stored cannot tell that they are done. */
export const ticked_steps = pgTable("ticked_steps", {
  step: text().primaryKey(),
  ticked_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
}).enableRLS();
