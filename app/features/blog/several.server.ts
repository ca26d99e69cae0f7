// What is done to blog posts from their list: a copy, and several published or taken back at once.
import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { publishRecord } from "../../platform/database/publish.server.ts";
import { addPost, findPost } from "./queries.owner.server.ts";
import { blogPost } from "./rules.ts";
import { blog_posts } from "./table.server.ts";

/**
 * Copies a post as a draft, under an address of its own.
 * @returns its id; null where the one to copy is gone
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
 * Publishes a post or takes it back to a draft.
 * @returns false where it is so already, or gone
 */
export const publishPost = (db: Database, id: string, published: boolean): Promise<boolean> =>
  publishRecord(db, blog_posts, { id, published });
