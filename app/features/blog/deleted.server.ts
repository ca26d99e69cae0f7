// Deleted posts, for as long as they can be brought back (DECISIONS 28); `restorePost` does that.
import type { Database } from "../../platform/database.server.ts";
import { countDeleted, forgetDeleted, listDeleted } from "../../platform/deleted.server.ts";
import { blog_posts } from "./table.server.ts";

/** How many there are. */
export const countDeletedPosts = (db: Database) => countDeleted(db, blog_posts);

/** One page of them, by title and slug, what was deleted last first. */
export const listDeletedPosts = (db: Database, paging: { page: number; perPage: number }) =>
  listDeleted(db, blog_posts, { name: blog_posts.title, about: blog_posts.slug }, paging);

/** Deletes those for good whose 30 days are over. */
export const forgetDeletedPosts = (db: Database) => forgetDeleted(db, blog_posts);
