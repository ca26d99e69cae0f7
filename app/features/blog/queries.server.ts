// Public queries for blog posts.
import { and, count, desc, eq, inArray, isNull, ne, notInArray, sql } from "drizzle-orm";
import { BLOG_FEATURED } from "../../copy/business.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { blog_posts } from "./table.server.ts";

const isPublished = and(blog_posts.published, isNull(blog_posts.deleted_at));
const newestFirst = [desc(blog_posts.created_at), blog_posts.id];
const pinnedFirst = [desc(blog_posts.featured), ...newestFirst];
/** URLs can contain NUL, but PostgreSQL's text can't. */
const hasSlug = (slug: string) => eq(blog_posts.slug, slug.replaceAll("\0", "\ufffd"));

const { slug, title, excerpt, author, category, featured_image, created_at, updated_at } = blog_posts;
const { is_indexable } = blog_posts;
const dates = { created_at, updated_at };
const shown = { slug, title, excerpt, author, category, featured_image, is_indexable, ...dates };
const card = {
  ...shown,
  words: sql<number>`array_length(regexp_split_to_array(trim(regexp_replace(${blog_posts.content}, '<[^>]*>', ' ', 'g')), '\\s+'), 1)`,
};

export type PostCardRow = Awaited<ReturnType<typeof listPublishedPosts>>[number];

/**
 * Returns published posts, newest first (SPEC 7).
 * @param of.isListed true to exclude noindex posts
 */
export function listPublishedPosts(
  db: Database,
  of: { limit: number; offset?: number; isListed?: boolean; withoutFeatured?: boolean },
) {
  // Avoids counting the words of skipped posts.
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

/** Returns the titles of the newest posts that search engines may list. */
export const listNewestTitles = (db: Database, limit: number) =>
  db
    .select({ slug, title })
    .from(blog_posts)
    .where(and(isPublished, is_indexable))
    .orderBy(...newestFirst)
    .limit(limit);

const featuredIds = (db: Database) =>
  db
    .select({ id: blog_posts.id })
    .from(blog_posts)
    .where(isPublished)
    .orderBy(...pinnedFirst)
    .limit(BLOG_FEATURED);

/** Returns the featured posts (SPEC 2, 9): pinned first, then newest first. */
export const listFeaturedPosts = (db: Database) =>
  db
    .select(card)
    .from(blog_posts)
    .where(inArray(blog_posts.id, featuredIds(db)))
    .orderBy(...pinnedFirst);

const RELATED_AMONG = 200;

/** Returns recent posts other than `post`: first those in its category, then the rest, both newest first. */
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

/** Returns a published post for its page, or null. */
export async function findPublishedPost(db: Database, slug: string) {
  const [row] = await db
    .select(page)
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/** Returns the data for a post's generated images, or null. `kind` is the category. */
export async function findPostFace(db: Database, slug: string) {
  const [row] = await db
    .select({ id: blog_posts.id, title, kind: category, excerpt })
    .from(blog_posts)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/** Returns the categories of all posts for the owner, drafts included, sorted. */
export async function listCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category })
    .from(blog_posts)
    .where(isNull(blog_posts.deleted_at))
    .orderBy(category);
  return rows.map((row) => row.category);
}
