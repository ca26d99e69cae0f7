import { pgTable } from "drizzle-orm/pg-core";

/** Counters of rate-limiter-flexible, which defines the columns. */
export const rate_limits = pgTable("rate_limits", (t) => ({
  key: t.varchar({ length: 255 }).primaryKey(),
  points: t.integer().notNull().default(0),
  expire: t.bigint({ mode: "number" }),
})).enableRLS();
