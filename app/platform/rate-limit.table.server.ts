import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/** Counters of rate-limiter-flexible, shared by all processes; the shape is the library's. */
export const rate_limits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
}).enableRLS();
