// Actions in the list of blog posts: duplicating, and publishing or unpublishing several at once.
import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { publishRecord } from "../../platform/database/publish.server.ts";
import { addPost, findPost } from "./queries.owner.server.ts";
import { blogPost } from "./rules.ts";
import { blog_posts } from "./table.server.ts";

/**
 * Copies a post as an unpublished draft with its own slug.
 * @returns its id, or null if the original is gone
 */
export async function duplicatePost(db: Database, id: string): Promise<string | null> {
  const record = await findPost(db, id);
  if (!record) return null;
  const input = blogPost.parse({ ...record, published: undefined });
  const slug = await copiedSlug(db, blog_posts, record.slug);
  const copy = await addPost(db, { ...input, title: copiedTitle(record.title), slug, published: false });
  return copy.id;
}

/**
 * Publishes or unpublishes a post.
 * @returns false if nothing changed or the post is gone
 */
export const publishPost = (db: Database, id: string, published: boolean): Promise<boolean> =>
  publishRecord(db, blog_posts, { id, published });
