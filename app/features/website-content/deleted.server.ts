// Deleted texts of the owner, for as long as they can be brought back (decision 0035.28).
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { violatedConstraint } from "../../platform/constraint.server.ts";
import type { Database } from "../../platform/database.server.ts";
import {
  countDeleted,
  type DeletedFilter,
  forgetDeleted,
  listDeleted,
} from "../../platform/deleted.server.ts";
import { Refused } from "../../platform/refused.ts";
import { website_content } from "./table.server.ts";

/** How many there are. */
export const countDeletedContent = (db: Database) => countDeleted(db, website_content);

/** One page of them, by address and the start of the text. */
export function listDeletedContent(db: Database, filter: DeletedFilter) {
  const { page_name, section_name, content_key, content_value } = website_content;
  const name = sql<string>`concat_ws(' / ', ${page_name}, ${section_name}, ${content_key})`;
  return listDeleted(db, website_content, { name, about: sql<string>`left(${content_value}, 120)` }, filter);
}

/** Deletes those for good whose 30 days are over. */
export const forgetDeletedContent = (db: Database) => forgetDeleted(db, website_content);

/**
 * Brings a deleted text back (decision 0035.28).
 * @throws Refused where the owner has written another one for its address meanwhile
 */
export async function restoreContent(db: Database, id: string) {
  try {
    await db
      .update(website_content)
      .set({ deleted_at: null })
      .where(and(eq(website_content.id, id), isNotNull(website_content.deleted_at)));
  } catch (error) {
    if (violatedConstraint(error) !== "website_content_address_unique") throw error;
    throw new Refused({ "": "There is another text at its place now. Delete that one first." });
  }
}
