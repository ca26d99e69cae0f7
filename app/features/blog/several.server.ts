// What is done to blog posts from their list: a copy, and several published or taken back at once.
import { and, eq, isNull } from "drizzle-orm";
import { copiedSlug, copiedTitle } from "../../platform/copied-slug.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { recordSaved, waitForOthers } from "../redirects/moves.server.ts";
import { placeOf } from "./place.ts";
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
export async function publishPost(db: Database, id: string, published: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    await waitForOthers(tx);
    const which = and(
      eq(blog_posts.id, id),
      eq(blog_posts.published, !published),
      isNull(blog_posts.deleted_at),
    );
    const place = {
      id: blog_posts.id,
      slug: blog_posts.slug,
      published: blog_posts.published,
      was_published: blog_posts.was_published,
    };
    const [before] = await tx.select(place).from(blog_posts).where(which).for("update");
    if (!before) return false;
    const [now] = await tx
      .update(blog_posts)
      .set({ published })
      .where(eq(blog_posts.id, id))
      .returning(place);
    await recordSaved(tx, placeOf(before), placeOf(now!));
    return true;
  });
}
