import { sql } from "drizzle-orm";
import { pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { recordColumns } from "../../platform/database/record-columns.server.ts";

/** Texts for replies to enquiries. Deleted rows stay for 30 days. */
export const reply_templates = pgTable(
  "reply_templates",
  (t) => ({
    ...recordColumns(),
    name: t.text().notNull(),
    body: t.text().notNull(),
  }),
  (table) => [
    uniqueIndex("reply_templates_name_unique")
      .on(sql`lower(${table.name})`)
      .where(sql`${table.deleted_at} is null`),
  ],
).enableRLS();
