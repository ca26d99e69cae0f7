import { pgTable } from "drizzle-orm/pg-core";

/** Keys shared by all processes and machines of a site, each created by the first one that needs it. */
export const secrets = pgTable("secrets", (t) => ({
  name: t.text().primaryKey(),
  /** base64url of 32 random bytes */
  value: t.text().notNull(),
})).enableRLS();
