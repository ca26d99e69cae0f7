import { sql } from "drizzle-orm";
import { pgPolicy, pgTable } from "drizzle-orm/pg-core";
import { searchColumns } from "../../platform/database/record-columns.server.ts";

/** The owner's SEO per page (SPEC 3). Pages without a row use `copy/`. */
export const page_seo = pgTable(
  "page_seo",
  (t) => ({
    page_name: t.text().primaryKey(),
    ...searchColumns(),
    /** null if the image is generated */
    share_image: t.text(),
    version: t.integer().notNull().default(1),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  () => [pgPolicy("visitors read page seo", { for: "select", using: sql`true` })],
);
