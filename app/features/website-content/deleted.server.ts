// Deleted texts of the owner, for as long as they can be brought back (DECISIONS 28); `restoreContent` does that.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { countDeleted, forgetDeleted, listDeleted } from "../../platform/deleted.server.ts";
import { website_content } from "./table.server.ts";

/** How many there are. */
export const countDeletedContent = (db: Database) => countDeleted(db, website_content);

/** One page of them, by address and the start of the text, what was deleted last first. */
export function listDeletedContent(db: Database, paging: { page: number; perPage: number }) {
  const { page_name, section_name, content_key, content_value } = website_content;
  const name = sql<string>`concat_ws(' / ', ${page_name}, ${section_name}, ${content_key})`;
  return listDeleted(db, website_content, { name, about: sql<string>`left(${content_value}, 120)` }, paging);
}

/** Deletes those for good whose 30 days are over. */
export const forgetDeletedContent = (db: Database) => forgetDeleted(db, website_content);
