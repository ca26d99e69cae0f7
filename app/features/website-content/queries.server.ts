// Every read and write of website_content, the owner's own words; the page's texts are put together in texts.server.ts.
import { count, countDistinct, isNull, max } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { website_content } from "./table.server.ts";

/** How many texts the owner has written (SPEC 7, dashboard), and on how many pages. */
export async function countContent(db: Database) {
  const [counts] = await db
    .select({ items: count(), pages: countDistinct(website_content.page_name) })
    .from(website_content)
    .where(isNull(website_content.deleted_at));
  return counts!;
}

/** When the owner last changed a text of each page that has such texts. */
export function listContentDates(db: Database) {
  const { page_name, updated_at } = website_content;
  return db
    .select({ page_name, updated_at: max(updated_at) })
    .from(website_content)
    .where(isNull(website_content.deleted_at))
    .groupBy(page_name);
}
