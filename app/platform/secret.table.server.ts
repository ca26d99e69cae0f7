import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that all processes and machines of a site share, each made by the first one that needs it. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  /** base64url of 32 random bytes */
  value: text().notNull(),
}).enableRLS();
