// Pages of the blog list (SPEC 2, 4, 9).
import { BLOG_FEATURED, BLOG_RECENT_STEP, BLOG_RECENT_VISIBLE } from "../../copy/business.ts";

/** Returns the path of a list page. Page 1 has no number. */
export const blogPath = (page = 1) => (page > 1 ? `/blog?page=${page}` : "/blog");

/** Returns the number of list pages. */
export function countPages(total: number): number {
  return 1 + Math.ceil(Math.max(0, total - BLOG_FEATURED - BLOG_RECENT_VISIBLE) / BLOG_RECENT_STEP);
}

/** Returns a page's range of recent posts, which exclude featured ones. */
export function rowsOf(page: number): { offset: number; limit: number } {
  if (page <= 1) return { offset: 0, limit: BLOG_RECENT_VISIBLE };
  return { offset: BLOG_RECENT_VISIBLE + (page - 2) * BLOG_RECENT_STEP, limit: BLOG_RECENT_STEP };
}
