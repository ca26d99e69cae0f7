import { pgTable } from "drizzle-orm/pg-core";

/** Counters of rate-limiter-flexible, shared by all processes; the shape is the library's. */
export const rate_limits = pgTable("rate_limits", (t) => ({
  key: t.varchar({ length: 255 }).primaryKey(),
  points: t.integer().notNull().default(0),
  expire: t.bigint({ mode: "number" }),
})).enableRLS();
