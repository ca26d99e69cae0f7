import { pgTable } from "drizzle-orm/pg-core";

/** Shared by all processes and machines. */
export const secrets = pgTable("secrets", (t) => ({
  name: t.text().primaryKey(),
  /** base64url of 32 random bytes */
  value: t.text().notNull(),
})).enableRLS();
