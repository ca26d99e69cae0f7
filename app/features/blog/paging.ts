// How the blog list is cut into pages (SPEC 2, 4, 9): featured posts, recent ones seen at first, more for each click.
import { BLOG_FEATURED, BLOG_RECENT_STEP, BLOG_RECENT_VISIBLE } from "../../copy/business.ts";

/** The address of a page of the list, counted from 1, which is not named. */
export const blogPath = (page = 1) => (page > 1 ? `/blog?page=${page}` : "/blog");

/** How many pages there are for `total` published posts. */
export function countPages(total: number): number {
  return 1 + Math.ceil(Math.max(0, total - BLOG_FEATURED - BLOG_RECENT_VISIBLE) / BLOG_RECENT_STEP);
}

/** Which posts a page reads: the first one has the featured posts before its recent ones. */
export function rowsOf(page: number): { offset: number; limit: number } {
  const first = BLOG_FEATURED + BLOG_RECENT_VISIBLE;
  if (page <= 1) return { offset: 0, limit: first };
  return { offset: first + (page - 2) * BLOG_RECENT_STEP, limit: BLOG_RECENT_STEP };
}
