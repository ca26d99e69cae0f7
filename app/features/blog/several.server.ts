import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { NOT_COPIED, withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { switchRecord } from "../../platform/database/switch-record.server.ts";
import { addPost, findPost } from "./queries.owner.server.ts";
import { blogPost } from "./rules.ts";
import { blog_posts } from "./table.server.ts";

/** Copies a post as a draft with a new slug. Returns the copy's id, or null if the original is gone. */
export async function duplicatePost(db: Database, id: string): Promise<string | null> {
  const record = await findPost(db, id);
  if (!record) return null;
  const input = blogPost.parse({ ...withTextSwitches(record), ...NOT_COPIED });
  const slug = await copiedSlug(db, blog_posts, record.slug);
  const copy = await addPost(db, { ...input, title: copiedTitle(record.title), slug, published: false });
  return copy.id;
}

/** Publishes or unpublishes a post. Returns false if nothing changed or the post is gone. */
export const publishPost = (db: Database, id: string, published: boolean): Promise<boolean> =>
  switchRecord(db, blog_posts, id, { published });

/** Pins or unpins a post. Returns false if nothing changed or the post is gone. */
export const pinPost = (db: Database, id: string, featured: boolean): Promise<boolean> =>
  switchRecord(db, blog_posts, id, { featured });
