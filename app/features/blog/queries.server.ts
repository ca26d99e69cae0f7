// Every read and write of blog posts. Visitors see published rows only.
import { and, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { blog_posts } from "./table.server.ts";

const isPublished = and(blog_posts.published, isNull(blog_posts.deleted_at));
const newestFirst = [desc(blog_posts.created_at), blog_posts.id];
/** An address may hold a NUL, which a query may not; no slug has one. */
const hasSlug = (slug: string) => eq(blog_posts.slug, slug.replaceAll("\0", "\ufffd"));

const { slug, title, excerpt, author, category, featured_image, created_at, updated_at } = blog_posts;
const shown = { slug, title, excerpt, author, category, featured_image, created_at, updated_at };
/** The columns that lists, the feed and the sitemap show; of the content only how many words it has. */
const card = {
  ...shown,
  words: sql<number>`array_length(regexp_split_to_array(trim(regexp_replace(${blog_posts.content}, '<[^>]*>', ' ', 'g')), '\\s+'), 1)`,
};

export type PostCardRow = Awaited<ReturnType<typeof listPublishedPosts>>[number];

/** Published posts, newest first (SPEC 7). */
export function listPublishedPosts(db: Database, of: { limit: number; offset?: number }) {
  // The words of all those before a late page would be counted only to be left out.
  const ids = db
    .select({ id: blog_posts.id })
    .from(blog_posts)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(of.limit)
    .offset(of.offset ?? 0);
  return db
    .select(card)
    .from(blog_posts)
    .where(inArray(blog_posts.id, ids))
    .orderBy(...newestFirst);
}

/** Posts that are looked at for those that go with another. */
const RELATED_AMONG = 200;

/**
 * Published posts to read after another one: those of its category first, newest first, among the newest of all.
 * @param post the one that is left out, by its slug
 */
export function listRelatedPosts(db: Database, post: { slug: string; category: string }, limit: number) {
  const newest = db
    .select({ id: blog_posts.id })
    .from(blog_posts)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(RELATED_AMONG);
  return db
    .select(card)
    .from(blog_posts)
    .where(and(inArray(blog_posts.id, newest), ne(blog_posts.slug, post.slug)))
    .orderBy(desc(eq(blog_posts.category, post.category)), ...newestFirst)
    .limit(limit);
}

export async function countPublishedPosts(db: Database): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(blog_posts).where(isPublished);
  return counted!.total;
}

const { content, meta_title, meta_description, meta_keywords } = blog_posts;
const page = { ...shown, content, meta_title, meta_description, meta_keywords };

/**
 * One published post, as its page shows it.
 * @returns null where the slug is unknown or the post a draft
 */
export async function findPublishedPost(db: Database, slug: string) {
  const [row] = await db
    .select(page)
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/**
 * What the pictures of a published post are drawn from: its title and, as its kind, the category.
 * @returns null where the slug is unknown or the post a draft
 */
export async function findPostFace(db: Database, slug: string) {
  const [row] = await db
    .select({ id: blog_posts.id, title, kind: category, excerpt })
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}
