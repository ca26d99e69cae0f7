// These lists tell real URLs from made-up ones without querying the database.

import { CASE_STUDIES_PER_PAGE, SITEMAP_CASE_STUDIES } from "../../app/copy/business.ts";
import { countPages } from "../../app/features/blog/paging.ts";
import { countPublishedPosts } from "../../app/features/blog/queries.server.ts";
import { industrySlug } from "../../app/features/case-studies/industry-filter.ts";
import { listPublishedIndustries } from "../../app/features/case-studies/queries.server.ts";
import { listIndustries } from "../../app/features/industries/queries.server.ts";
import { listMovedFilters, listQueries } from "../../app/features/redirects/queries.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { pageOf } from "../../app/platform/database/paging.server.ts";

/** How many pages each list has, and which old URLs redirect. */
export type Lists = {
  blog: number;
  sitemap: number;
  caseStudies: number;
  /** By slug; 1 for industries without case studies. */
  industries: ReadonlyMap<string, number>;
  /** Old list paths of renamed industries. */
  moved: ReadonlySet<string>;
  /** Old URLs whose redirect needs the query, such as `/?p=123`. */
  queries: ReadonlySet<string>;
};

/** Reads the lists. Throws on a database error. */
export async function readLists(db: Database): Promise<Lists> {
  const [posts, published, all, moved, queries] = await Promise.all([
    countPublishedPosts(db),
    listPublishedIndustries(db),
    listIndustries(db),
    listMovedFilters(db),
    listQueries(db),
  ]);
  const studies = new Map(all.map(({ name }) => [industrySlug(name), 0]));
  // Names that differ only in case share a list.
  for (const { name, total } of published) {
    const slug = industrySlug(name);
    studies.set(slug, (studies.get(slug) ?? 0) + total);
  }
  const total = published.reduce((sum, { total }) => sum + total, 0);
  const pagesOf = (total: number, perPage: number) => pageOf(total, { page: 1, perPage }).pages;
  return {
    blog: countPages(posts),
    sitemap: pagesOf(total, SITEMAP_CASE_STUDIES),
    caseStudies: pagesOf(total, CASE_STUDIES_PER_PAGE),
    industries: new Map([...studies].map(([slug, total]) => [slug, pagesOf(total, CASE_STUDIES_PER_PAGE)])),
    moved: new Set(moved),
    queries: new Set(queries),
  };
}
