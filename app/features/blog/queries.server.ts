// Public queries for blog posts. Visitors see only published ones.
import { and, count, desc, eq, inArray, isNull, ne, notInArray, sql } from "drizzle-orm";
import { BLOG_FEATURED } from "../../copy/business.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { blog_posts } from "./table.server.ts";

const isPublished = and(blog_posts.published, isNull(blog_posts.deleted_at));
const newestFirst = [desc(blog_posts.created_at), blog_posts.id];
const pinnedFirst = [desc(blog_posts.featured), ...newestFirst];
/** Returns whether this can be a slug: a URL can contain a NUL, but a query can't and no slug does. */
const hasSlug = (slug: string) => eq(blog_posts.slug, slug.replaceAll("\0", "\ufffd"));

const { slug, title, excerpt, author, category, featured_image, created_at, updated_at } = blog_posts;
const { is_indexable } = blog_posts;
const dates = { created_at, updated_at };
const shown = { slug, title, excerpt, author, category, featured_image, is_indexable, ...dates };
/** The columns for lists, the feed and the sitemap. From the content they only use the word count. */
const card = {
  ...shown,
  words: sql<number>`array_length(regexp_split_to_array(trim(regexp_replace(${blog_posts.content}, '<[^>]*>', ' ', 'g')), '\\s+'), 1)`,
};

export type PostCardRow = Awaited<ReturnType<typeof listPublishedPosts>>[number];

/**
 * Returns published posts, newest first (SPEC 7).
 * @param of.isListed without those that are hidden from search engines
 * @param of.withoutFeatured without those of `listFeaturedPosts`
 */
export function listPublishedPosts(
  db: Database,
  of: { limit: number; offset?: number; isListed?: boolean; withoutFeatured?: boolean },
) {
  // Selects the ids first, so that words aren't counted for all posts on earlier pages.
  const ids = db
    .select({ id: blog_posts.id })
    .from(blog_posts)
    .where(
      and(
        isPublished,
        of.isListed ? is_indexable : undefined,
        of.withoutFeatured ? notInArray(blog_posts.id, featuredIds(db)) : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(of.limit)
    .offset(of.offset ?? 0);
  return db
    .select(card)
    .from(blog_posts)
    .where(inArray(blog_posts.id, ids))
    .orderBy(...newestFirst);
}

const featuredIds = (db: Database) =>
  db
    .select({ id: blog_posts.id })
    .from(blog_posts)
    .where(isPublished)
    .orderBy(...pinnedFirst)
    .limit(BLOG_FEATURED);

/** Returns the first published posts (SPEC 2, 9), starting with pinned ones. */
export const listFeaturedPosts = (db: Database) =>
  db
    .select(card)
    .from(blog_posts)
    .where(inArray(blog_posts.id, featuredIds(db)))
    .orderBy(...pinnedFirst);

/** How many of the newest posts are considered as related. */
const RELATED_AMONG = 200;

/**
 * Returns published posts to read next: from the same category first, then newest first, among the newest of all.
 * @param post the current post, which is excluded
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
const { is_followable, canonical_url, share_image } = blog_posts;
const page = {
  ...{ ...shown, content, meta_title, meta_description, meta_keywords },
  ...{ is_followable, canonical_url, share_image },
};

/**
 * Finds a published post for its page.
 * @returns null if the slug is unknown or the post is unpublished
 */
export async function findPublishedPost(db: Database, slug: string) {
  const [row] = await db
    .select(page)
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/**
 * Finds what the images of a published post are drawn from: its title, and its category as the kind.
 * @returns null if the slug is unknown or the post is unpublished
 */
export async function findPostFace(db: Database, slug: string) {
  const [row] = await db
    .select({ id: blog_posts.id, title, kind: category, excerpt })
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}
