import { expect, test } from "vitest";
import type { ReadPage } from "../../app/features/page-checks/queries.server.ts";
import { choosePages, crawlPages, listPages, SitemapUnreadable, SiteUnavailable } from "./crawl.ts";
import { judgeLink } from "./outside.ts";

const SITE = "https://seo.example";
const sitemap = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns:image="x">${paths
    .map(
      (path) =>
        `<url><loc>${SITE}${path}</loc><image:image><image:loc>${SITE}/x.png</image:loc></image:image></url>`,
    )
    .join("")}</urlset>`;

/** Opens a site with these responses, and a 404 for all other URLs. */
function siteOf(pages: Record<string, string>) {
  const asked: string[] = [];
  const ask = async (path: string, method = "GET") => {
    asked.push(`${method} ${path}`);
    return new Response(pages[path] ?? "", { status: path in pages ? 200 : 404 });
  };
  return { ask, asked };
}

test("the pages to check are those in the sitemap and the hidden built-in ones", async () => {
  const { ask } = siteOf({
    "/sitemap.xml": `<sitemapindex><sitemap><loc>${SITE}/sitemaps/a.xml</loc></sitemap></sitemapindex>`,
    "/sitemaps/a.xml": sitemap("/blog/x", "/case-studies?industry=a&amp;b"),
  });
  const paths = await listPages(ask, SITE);
  expect(paths).toEqual(expect.arrayContaining(["/", "/team", "/blog/x", "/case-studies?industry=a&b"]));
  expect(paths).not.toContain("/x.png");
});

test.each<Record<string, string>>([{}, { "/sitemap.xml": "<html>" }])(
  "without a sitemap there is no list of pages",
  async (pages) => {
    await expect(listPages(siteOf(pages).ask, SITE)).rejects.toThrow(SitemapUnreadable);
  },
);

test("a check starts with pages that were never read, then reads those read longest ago", () => {
  const known = new Map([
    ["/a", 3],
    ["/b", 1],
    ["/c", 2],
  ]);
  expect(choosePages(["/a", "/b", "/c", "/d"], known, 3)).toEqual(["/d", "/b", "/c"]);
  const many = Array.from({ length: 10_000 }, (_, i) => `/${i}`);
  const first = choosePages(many, new Map());
  expect(first).toHaveLength(2_000);
  const second = choosePages(many, new Map(first.map((path) => [path, 1])));
  expect(second.some((path) => first.includes(path))).toBe(false);
});

test("each page is read once, and a shared link target is requested once", async () => {
  const page = (words: string) =>
    `<title>${words}</title><main><h1>${words}</h1><a href="/gone">x</a> <a href="/b">y</a></main>`;
  const { ask, asked } = siteOf({ "/a": page("A"), "/b": page("B"), "/c": page("C") });
  const read: ReadPage[] = [];
  await crawlPages(["/a", "/b", "/c"], {
    ...{ ask, siteUrl: SITE, signal: new AbortController().signal },
    knownOf: async () => ({}),
    findOwn: async () => new Map(),
    tell: (pages) => read.push(...pages),
  });
  expect(read.map(({ path, title }) => [path, title])).toEqual([
    ["/a", "A"],
    ["/b", "B"],
    ["/c", "C"],
  ]);
  expect(asked.filter((one) => one.startsWith("GET"))).toEqual(["GET /a", "GET /b", "GET /c"]);
  expect(asked.filter((one) => one === "HEAD /gone")).toHaveLength(1);
  for (const { issues } of read)
    expect(issues).toContainEqual(
      expect.objectContaining({ kind: "links", about: "/gone", state: "broken" }),
    );
});

test("one page that fails to render is reported, but several in a row end the check", async () => {
  const paths = Array.from({ length: 20 }, (_, i) => `/${i}`);
  const crawl = async (isBroken: (path: string) => boolean) => {
    const read: ReadPage[] = [];
    const ask = async (path: string) =>
      new Response("<title>A</title>", { status: isBroken(path) ? 503 : 200 });
    const done = crawlPages(paths, {
      ...{ ask, siteUrl: SITE, signal: new AbortController().signal },
      ...{ knownOf: async () => ({}), findOwn: async () => new Map() },
      tell: (pages) => read.push(...pages),
    });
    const error = await done.catch((error) => error);
    return { error, unmade: read.filter(({ issues }) => issues.some(({ kind }) => kind === "page")).length };
  };
  expect(await crawl((path) => ["/3", "/4", "/19"].includes(path))).toEqual({ error: undefined, unmade: 3 });
  expect(await crawl((path) => Number(path.slice(1)) > 4)).toEqual({
    error: expect.any(SiteUnavailable),
    unmade: 0,
  });
});

test("a check that runs out of time reports what it has read", async () => {
  const { ask } = siteOf({ "/a": "A", "/b": "B" });
  const read: ReadPage[] = [];
  await crawlPages(["/a", "/b"], {
    ...{ ask, siteUrl: SITE, signal: new AbortController().signal, longestMs: 0 },
    ...{ knownOf: async () => ({}), findOwn: async () => new Map() },
    tell: (pages) => read.push(...pages),
  });
  expect(read.map(({ path }) => path)).toEqual(["/a"]);
});

test("a check that is asked to stop reads no further pages", async () => {
  const { ask, asked } = siteOf({});
  const stopping = new AbortController();
  stopping.abort();
  const nothing = { knownOf: async () => ({}), findOwn: async () => new Map(), tell: () => {} };
  await crawlPages(["/a"], { ask, siteUrl: SITE, signal: stopping.signal, ...nothing });
  expect(asked).toEqual([]);
});

test("an external link counts as gone only after a 404 or 410", () => {
  const judged = (status: number) => judgeLink({ status, failure: null }).state;
  expect([200, 204].map(judged)).toEqual(["good", "good"]);
  expect([404, 410].map(judged)).toEqual(["gone", "gone"]);
  expect([401, 403, 429, 500, 503, 999].map(judged)).toEqual(Array(6).fill("unchecked"));
  for (const failure of ["time-out", "tls", "refused", "unreachable", "loop"] as const)
    expect(judgeLink({ status: null, failure }).state).toBe("unchecked");
});
