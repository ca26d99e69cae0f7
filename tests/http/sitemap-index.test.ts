import { expect, test } from "vitest";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();

const read = async (path: string) => {
  const response = await fetch(site.url + path);
  const text = await response.text();
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  return { status: response.status, text, addresses };
};
const pagesOf = (addresses: string[]) => addresses.filter((path) => !path.startsWith("/share/"));

test("a large site's sitemap.xml is an index of smaller sitemaps", async () => {
  const POSTS = 10_001;
  expect((await read("/sitemap.xml")).text).toContain("<urlset");
  await site.query(
    `insert into blog_posts (title, slug, content, published)
     select 'Post ' || n, 'post-' || n, '<p>Text</p>', n <= ${POSTS} from generate_series(1, ${POSTS + 1}) as n`,
  );
  const index = await read("/sitemap.xml");
  expect(index.text).toContain("<sitemapindex");
  expect(index.addresses).toEqual(["/sitemaps/pages.xml", "/sitemaps/blog-1.xml", "/sitemaps/blog-2.xml"]);

  const [pages, first, second] = await Promise.all(index.addresses.map(read));
  expect(pagesOf(pages!.addresses)).toEqual(expect.arrayContaining(["/", "/services/local-seo", "/terms"]));
  expect(pagesOf(first!.addresses)).toHaveLength(10_000);
  expect(new Set(pagesOf([...first!.addresses, ...second!.addresses])).size).toBe(POSTS);
  expect(first!.text).toContain("<lastmod>");

  expect((await read("/sitemaps/blog-3.xml")).status).toBe(404);
  expect((await read("/sitemaps/blog-1")).status).toBe(404);
  expect((await read("/sitemaps/case-studies-1.xml")).status).toBe(404);
});
