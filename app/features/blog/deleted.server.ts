// Deleted posts, for as long as they can be brought back (decision 0035.28); `restorePost` does that.
import type { Database } from "../../platform/database.server.ts";
import {
  countDeleted,
  type DeletedFilter,
  forgetDeleted,
  listDeleted,
  listSamplesDeletedAt,
} from "../../platform/deleted.server.ts";
import { restorePost } from "./queries.owner.server.ts";
import { blog_posts } from "./table.server.ts";

/** How many there are. */
export const countDeletedPosts = (db: Database) => countDeleted(db, blog_posts);

/** One page of them, by title and slug. */
export const listDeletedPosts = (db: Database, filter: DeletedFilter) =>
  listDeleted(db, blog_posts, { name: blog_posts.title, about: blog_posts.slug }, filter);

/** Deletes those for good whose 30 days are over. */
export const forgetDeletedPosts = (db: Database) => forgetDeleted(db, blog_posts);

/**
 * Brings back the sample blog posts that were deleted at a moment, as `readMoment` gave it.
 * @throws Refused as `restorePost` does
 */
export async function restoreSamplePosts(db: Database, moment: string): Promise<void> {
  for (const id of await listSamplesDeletedAt(db, blog_posts, moment)) await restorePost(db, id);
}
