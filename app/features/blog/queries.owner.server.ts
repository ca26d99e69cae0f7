// The owner's queries for blog posts, including drafts.
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import { isStillSample } from "../../platform/database/record-columns.server.ts";
import {
  asTakenSlugError,
  isPresent,
  lockVersion,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { deleteRecords } from "../autosaves/queries.server.ts";
import { type BlogPostInput, hasContent, NO_CONTENT } from "./rules.ts";
import { blog_posts } from "./table.server.ts";

const isNotDeleted = isNull(blog_posts.deleted_at);
const written = { id: blog_posts.id, slug: blog_posts.slug, published: blog_posts.published };

const publicPath = ({ slug, published }: { slug: string; published: boolean }) =>
  published ? href("/blog/:slug", { slug }) : null;

const SORTS = {
  newest: [desc(blog_posts.created_at), asc(blog_posts.id)],
  changed: [desc(blog_posts.updated_at), asc(blog_posts.id)],
  title: [asc(sql`lower(${blog_posts.title})`), asc(blog_posts.id)],
  category: [asc(sql`lower(${blog_posts.category})`), desc(blog_posts.created_at), asc(blog_posts.id)],
} satisfies Record<string, SQL[]>;

export type PostFilter = Paging & {
  /** part of the title, author or excerpt; empty for all */
  search: string;
  /** exact name; empty for all */
  category: string;
  status: "" | "published" | "draft";
  /** `newest` is SPEC's order */
  sort: keyof typeof SORTS;
};

/** Returns a page of posts for the owner (SPEC 2, 7). */
export async function listPosts(db: Database, filter: PostFilter) {
  const where = and(
    isNotDeleted,
    contains(filter.search, blog_posts.title, blog_posts.author, blog_posts.excerpt),
    filter.category ? eq(blog_posts.category, filter.category) : undefined,
    filter.status ? eq(blog_posts.published, filter.status === "published") : undefined,
  );
  const { id, slug, title, author, category, featured_image, ...table } = blog_posts;
  const { published, featured, is_sample, created_at, updated_at } = table;
  const columns = {
    id,
    slug,
    title,
    author,
    category,
    featured_image,
    published,
    featured,
    is_sample,
    created_at,
    updated_at,
  };
  return listPage(db, { from: blog_posts, where, orders: SORTS[filter.sort], columns }, filter);
}

/** Returns the categories of all posts, sorted. */
export async function listCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category: blog_posts.category })
    .from(blog_posts)
    .where(isNotDeleted)
    .orderBy(blog_posts.category);
  return rows.map(({ category }) => category);
}

/** Returns a post for its form, or null if it's missing or deleted. */
export async function findPost(db: Database, id: string) {
  const [row] = await db.select().from(blog_posts).where(isPresent(blog_posts, id));
  return row ?? null;
}

function clean({ published, ...input }: BlogPostInput) {
  const { html, removed } = cleanHtml(input.content);
  if (!hasContent(html)) throw new Refused({ content: NO_CONTENT });
  return { values: { ...input, content: html }, published, removed };
}

/**
 * Adds a post, published by default (SPEC 4, 5). HTML is sanitized (decision 0035.3).
 * @returns its id, removed HTML, and its path if public
 * @throws Refused if the slug is taken or no content remains
 */
export async function addPost(db: Database, input: BlogPostInput) {
  const { values, published = true, removed } = clean(input);
  return db.transaction(async (tx) => {
    const [row] = await withSlug(
      input.slug,
      tx
        .insert(blog_posts)
        .values({ ...values, published })
        .returning(written),
    );
    return { id: row!.id, removed, path: publicPath(row!) };
  });
}

/**
 * Updates a post. Without `published`, its status doesn't change. Old public URLs redirect (decision 0021).
 * @returns its id, removed HTML, and its path if public
 * @throws Refused if the slug is taken, the post is gone, no content remains, or the version is outdated
 */
export async function updatePost(db: Database, id: string, version: number, input: BlogPostInput) {
  const { values, published, removed } = clean(input);
  return db.transaction(async (tx) => {
    await lockVersion(tx, blog_posts, id, version, "post");
    const isSameText = and(eq(blog_posts.title, values.title), eq(blog_posts.content, values.content));
    const [now] = await withSlug(
      input.slug,
      tx
        .update(blog_posts)
        .set({
          ...values,
          published,
          // "Remove samples" must not delete what the owner wrote.
          is_sample: isStillSample(blog_posts.is_sample, isSameText),
        })
        .where(eq(blog_posts.id, id))
        .returning(written),
    );
    return { id, removed, path: publicPath(now!) };
  });
}

export const deletePost = (db: Database, id: string) =>
  deleteRecords(db, blog_posts, "blog-post", eq(blog_posts.id, id));

/** Deletes all sample posts and returns their number. */
export const deleteSamplePosts = (db: Database) =>
  deleteRecords(db, blog_posts, "blog-post", eq(blog_posts.is_sample, true));

/**
 * Restores a deleted post (decision 0035.28).
 * @throws Refused if its slug has been taken in the meantime
 */
export async function restorePost(db: Database, id: string) {
  await asTakenSlugError(SLUG_INDEX, SLUG_TAKEN_SINCE, undelete(db, blog_posts, id));
}

const SLUG_INDEX = "blog_posts_slug_unique";
const SLUG_TAKEN_SINCE = {
  "": "Another post now uses its slug. Change that post's slug, then restore this one.",
};
const withSlug = <T>(slug: string, write: PromiseLike<T>) =>
  asTakenSlugError(SLUG_INDEX, { slug: `The slug “${slug}” is taken by another post.` }, write);
