import fs from "node:fs";
import path from "node:path";
import { and, eq, inArray, ne } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { blog_posts } from "../../app/features/blog/table.server.ts";
import { case_studies } from "../../app/features/case-studies/table.server.ts";
import { industries } from "../../app/features/industries/table.server.ts";
import { page_seo } from "../../app/features/page-seo/table.server.ts";
import { website_settings } from "../../app/features/settings/table.server.ts";
import { website_content } from "../../app/features/website-content/table.server.ts";
import { longDate } from "../../app/platform/time/dates.ts";
import { openPools } from "../support/database.ts";
import { decode, readPage, wordsOf } from "../support/page.ts";
import { pastCache } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const PAST_CACHE = await pastCache(site.query);
const { owner } = openPools(site.database);

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + address, { headers: { ...PAST_CACHE, ...headers }, redirect: "manual" });

type Graph = { "@type": string | string[]; [property: string]: unknown }[];

async function read(address: string) {
  const page = await readPage(site.url + address, { headers: PAST_CACHE });
  const all = (pattern: RegExp) => [...page.main.matchAll(pattern)].map(([, found]) => wordsOf(found!));
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.html)?.[1];
  return {
    ...page,
    featured: all(/<article class="card post.*?<h3[^>]*>(.*?)<\/h3>/gs),
    recent: all(/<article class="result".*?<h3[^>]*>(.*?)<\/h3>/gs),
    links: [...page.main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => decode(link!)),
    graph: (block ? JSON.parse(block)["@graph"] : []) as Graph,
  };
}

const typed = (graph: Graph, type: string) => graph.find((thing) => [thing["@type"]].flat().includes(type));

const DAY = 24 * 60 * 60 * 1000;
const NEWEST = Date.parse("2026-03-10T12:00:00Z");

/** Adds Post 1 (the newest), Post 2 and so on. */
async function addPosts(count: number, more: Partial<typeof blog_posts.$inferInsert> = {}) {
  const posts = Array.from({ length: count }, (_, i) => ({
    ...{ title: `Post ${i + 1}`, slug: `post-${i + 1}`, excerpt: `About ${i + 1}.`, content: "<p>Words</p>" },
    created_at: new Date(NEWEST - i * DAY),
    updated_at: new Date(NEWEST - i * DAY),
    ...more,
  }));
  if (count) await owner.insert(blog_posts).values(posts);
}
const named = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `Post ${from + i}`);

beforeEach(async () => {
  for (const table of [blog_posts, case_studies, industries, page_seo, website_settings, website_content]) {
    await owner.delete(table);
  }
});

async function addCaseStudy(
  values: Partial<typeof case_studies.$inferInsert> & { title: string; slug: string },
) {
  const [known] = await owner.select().from(industries);
  const [industry] = known
    ? [known]
    : await owner.insert(industries).values({ name: "Retail", description: "Shops." }).returning();
  await owner.insert(case_studies).values({
    ...{ client: "Acme", industry: "Retail", industry_id: industry!.id, result: "+90%" },
    ...values,
  });
}

describe("the blog list", () => {
  test("the first 3 published posts are featured, and 6 more are visible at first", async () => {
    await addPosts(16);
    const { words, featured, recent, links } = await read("/blog");
    expect(links).toEqual(expect.arrayContaining(["/blog/post-1", "/blog/post-9"]));
    expect(words).toContain("Featured Articles");
    expect(words).toContain("Recent Posts");
    expect(featured).toEqual(named(1, 3));
    expect(recent).toEqual(named(4, 9));
    expect(words).toContain("6 of 13 recent posts");
    expect(words).toContain("Load More Articles");
  });

  test("without JavaScript, 'Load More Articles' is a link to the next 6 posts", async () => {
    await addPosts(16);
    const first = await read("/blog");
    expect(first.links).toContain("/blog?page=2");
    const second = await read("/blog?page=2");
    expect(second.recent).toEqual(named(10, 15));
    expect(second.words).toContain("12 of 13 recent posts");
    expect(second.links).toEqual(expect.arrayContaining(["/blog", "/blog?page=3"]));
    const third = await read("/blog?page=3");
    expect(third.recent).toEqual(named(16, 16));
    expect(third.words).toContain("13 of 13 recent posts");
    expect(third.words).not.toContain("Load More Articles");
  });

  test("each page of the blog has its own canonical URL, title and description", async () => {
    await addPosts(16);
    const pages = await Promise.all(["/blog", "/blog?page=2", "/blog?page=3"].map(read));
    expect(pages.map(({ canonical }) => canonical)).toEqual(
      ["/blog", "/blog?page=2", "/blog?page=3"].map((page) => SITE_URL + page),
    );
    expect(new Set(pages.map(({ title }) => title)).size).toBe(3);
    expect(new Set(pages.map(({ metaOf }) => metaOf("description"))).size).toBe(3);
    expect(pages.map(({ words }) => words.includes("SEO News and Practical Guides, page 2"))).toEqual([
      ...[false, true, false],
    ]);
    expect((await read("/blog?page=1&utm_source=x")).canonical).toBe(`${SITE_URL}/blog`);
  });

  test.each([1, 2, 3, 9])("a list of %i posts has no Load More Articles button", async (count) => {
    await addPosts(count);
    const { featured, recent, words } = await read("/blog");
    expect([...featured, ...recent]).toEqual(named(1, count));
    expect(words).not.toContain("Load More Articles");
    expect(words.includes("Recent Posts")).toBe(count > 3);
  });

  test("the list leaves out drafts and deleted posts", async () => {
    await addPosts(3);
    await owner.update(blog_posts).set({ published: false }).where(eq(blog_posts.slug, "post-1"));
    await owner.update(blog_posts).set({ deleted_at: new Date() }).where(eq(blog_posts.slug, "post-2"));
    expect((await read("/blog")).featured).toEqual(["Post 3"]);
  });

  test("without posts the list shows its empty state, never 'Loading blog posts...'", async () => {
    const { response, words } = await read("/blog");
    expect(response.status).toBe(200);
    expect(words).toContain("No articles yet.");
    expect(words).not.toContain("Loading");
  });

  test("if posts can't be read, the list is empty and isn't cached", async () => {
    await addPosts(3);
    await site.without("blog_posts", async () => {
      const { response, words } = await read("/blog");
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(words).toContain("No articles yet.");
    });
    expect(site.stdout() + site.stderr()).toContain("The blog posts couldn't be read");
  });

  test("a post without an image shows a generated cover", async () => {
    await addPosts(1);
    expect((await read("/blog")).main).toMatch(/src="\/placeholder\.svg\?for=post-1&amp;v=\w+"/);
    const [cover = "", placeholder] = await Promise.all(
      ["/placeholder.svg?for=post-1", "/placeholder.svg"].map(async (path) => (await get(path)).text()),
    );
    expect(cover).toMatch(/^<svg /);
    expect(cover).not.toBe(placeholder);
  });

  test("excerpts and categories are escaped", async () => {
    await addPosts(4, { excerpt: "<b>bold</b>", category: "<i>R&D</i>" });
    const { main, words } = await read("/blog");
    expect(main).not.toContain("<b>bold");
    expect(words).toContain("<i>R&D</i>");
  });
});

describe("dates", () => {
  /** Around midnight, the page and the test may see different days. */
  const today = () =>
    [new Date(Date.now() - 60_000), new Date()].map((at) => longDate(at, "America/New_York"));

  test.each(["/blog", "/blog/post-1"])(
    "by default, posts show the current date in US long format: %s",
    async (address) => {
      await addPosts(1);
      const { response, words } = await read(address);
      expect(today().some((day) => words.includes(day))).toBe(true);
      expect(words).not.toContain("March 10, 2026");
      // A cached page must not show yesterday's date (decision 0035.4).
      const end = Date.parse(response.headers.get("Expires") ?? "");
      expect(end - Date.now()).toBeLessThanOrEqual(25 * 60 * 60 * 1000);
    },
  );

  test("with blog_date_display = published, posts show their own dates in the site's time zone", async () => {
    await addPosts(1, { created_at: new Date("2026-03-10T02:00:00Z") });
    await owner.insert(website_settings).values([
      { setting_key: "blog_date_display", setting_value: "published" },
      { setting_key: "time_zone", setting_value: "America/New_York" },
    ]);
    for (const address of ["/blog", "/blog/post-1"]) {
      const { words, response } = await read(address);
      expect(words).toContain("March 9, 2026");
      expect(response.headers.get("Expires")).toBeNull();
    }
  });
});

describe("a blog post", () => {
  const content =
    "<p>Begin</p><h2>First part</h2><p>One</p><h2>Second part</h2><table><tbody><tr><td>Cell</td></tr></tbody></table>";

  test("a post has its category, title, excerpt, author, date, image and content", async () => {
    await addPosts(1, {
      author: "Ada Byron",
      category: "Local SEO",
      featured_image: "/pictures/a.png",
      content,
    });
    const { main, words, title, links } = await read("/blog/post-1");
    expect(links).toEqual(expect.arrayContaining(["/contact", "/services"]));
    expect(title).toContain("Post 1");
    expect(main).toMatch(/<span class="badge[^>]*>Local SEO<\/span>/);
    expect(main).toMatch(/<h1[^>]*>Post 1<\/h1>/);
    for (const word of ["About 1.", "Ada Byron", "Begin", "Cell"]) expect(words).toContain(word);
    expect(words.split("Local SEO").length).toBeGreaterThan(2);
    expect(main).toContain('src="/pictures/a.png"');
    expect(main).toContain("<td>Cell</td>");
  });

  test("the table of contents links to the article's sections", async () => {
    await addPosts(1, { content });
    const { main, links } = await read("/blog/post-1");
    const parts = links.filter((link) => link.startsWith("#"));
    expect(parts).toEqual(["#section-first-part", "#section-second-part"]);
    for (const part of parts) expect(main).toContain(`id="${part.slice(1)}"`);
  });

  test("a script in the stored HTML never reaches a visitor", async () => {
    await addPosts(1, { content: '<p>a</p><script>alert(1)</script><img src="x" onerror="alert(2)">' });
    const { main } = await read("/blog/post-1");
    expect(main).not.toMatch(/alert|onerror/);
  });

  test("three related posts follow, those in the same category first", async () => {
    await addPosts(6);
    const about = (category: string, ...slugs: string[]) =>
      owner.update(blog_posts).set({ category }).where(inArray(blog_posts.slug, slugs));
    await about("Local SEO", "post-1", "post-5", "post-6");
    await owner.update(blog_posts).set({ published: false }).where(eq(blog_posts.slug, "post-2"));
    const { recent, links, main } = await read("/blog/post-1");
    expect(recent).toEqual(["Post 5", "Post 6", "Post 3"]);
    expect(links).toContain("/team");
    expect(main).toContain('action="/blog#newsletter-form"');
    await owner.delete(blog_posts).where(ne(blog_posts.slug, "post-1"));
    expect((await read("/blog/post-1")).words).not.toContain("Read Next");
  });

  test.each(["/blog/nobody", "/blog/post-1"])(
    "a missing or unpublished post shows 'Post Not Found' and a link back: %s",
    async (address) => {
      await addPosts(1, { published: false });
      const { response, words, links, metaOf, title, canonical } = await read(address);
      expect(response.status).toBe(404);
      expect(words).toContain("Post Not Found");
      expect(words).toContain("The blog post you're looking for doesn't exist.");
      expect(links).toContain("/blog");
      expect(title).toBe("Post Not Found");
      expect(metaOf("robots")).toContain("noindex");
      expect(canonical).toBeUndefined();
    },
  );

  test("if a post can't be read, the response is a 503, not a 404", async () => {
    await addPosts(1);
    await site.without("blog_posts", async () => {
      const { response, words, links } = await read("/blog/post-1");
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(words).not.toContain("Post Not Found");
      expect(links).toContain("/blog");
    });
  });

  test("a post has all of the spec's head tags", async () => {
    await addPosts(1);
    await owner.insert(page_seo).values({ page_name: "blog", is_indexable: false });
    const { title, metaOf, canonical } = await read("/blog/post-1?utm_source=x");
    expect(title).not.toBe("");
    expect(metaOf("description")).toBe("About 1.");
    expect(metaOf("keywords")).toMatch(/\S/);
    // The list's noindex doesn't apply to its posts.
    expect(metaOf("robots")).toBe("index, follow");
    expect(metaOf("og:type")).toBe("article");
    // og:site_name has the brand, so og:title doesn't.
    expect(title).toBe(`${metaOf("og:title")} | SEO Pro Zone`);
    expect(canonical).toBe(`${SITE_URL}/blog/post-1`);
    expect((await read("/blog")).metaOf("robots")).toBe("noindex, follow");
  });
});

describe("the legal pages", () => {
  test.each([
    ["/privacy", "Privacy Policy"],
    ["/terms", "Terms of Service"],
  ])("a legal page says 'Last updated March 1, 2024' once: %s", async (address, name) => {
    const { response, main, words, canonical, links } = await read(address);
    expect(response.status).toBe(200);
    expect(main).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`));
    expect(words.split("Last updated March 1, 2024")).toHaveLength(2);
    expect(canonical).toBe(SITE_URL + address);
    for (const part of links.filter((link) => link.startsWith("#"))) {
      expect(main).toContain(`id="${part.slice(1)}"`);
    }
  });
});

describe("the sitemap page", () => {
  test("the sitemap page has four groups: main pages, services, case studies and legal pages", async () => {
    const { main } = await read("/sitemap");
    const groups = [...main.matchAll(/<section class="card group">.*?<h2[^>]*>(.*?)<\/h2>/gs)];
    expect(groups.map(([, title]) => wordsOf(title ?? ""))).toEqual([
      ...["Main Pages", "Services", "Case Studies", "Legal Pages"],
    ]);
  });

  test("the case studies group links to the list and every published case study", async () => {
    await addCaseStudy({ title: "How Acme grew", slug: "acme" });
    const { main } = await read("/sitemap");
    const group = /Case Studies<\/h2>(<ul.*?<\/ul>)/s.exec(main)?.[1] ?? "";
    const links = [...group.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)];
    expect(links.map(([, link, text]) => [link, wordsOf(text ?? "")])).toEqual([
      ["/case-studies", "All Case Studies"],
      ["/case-studies/acme", "How Acme grew"],
    ]);
    await owner.update(case_studies).set({ published: false });
    expect((await read("/sitemap")).words).not.toContain("How Acme grew");
  });

  test("the sitemap page also links to the audit method and the ten newest posts that may be listed", async () => {
    expect((await read("/sitemap")).words).not.toContain("Newest Articles");
    await addPosts(12);
    await owner.update(blog_posts).set({ is_indexable: false }).where(eq(blog_posts.slug, "post-2"));
    const { main } = await read("/sitemap");
    expect(main).toContain('<a href="/audit-method">How We Check a Website</a>');
    const section = /Newest Articles<\/h2>(.*?)<\/section>/s.exec(main)?.[1] ?? "";
    const links = [...section.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(["/blog", ...[1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `/blog/post-${n}`)]);
  });

  test("the sitemap page also links to the contact page and home", async () => {
    const { main } = await read("/sitemap");
    expect(main).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact Us/);
    expect(main).toMatch(/<a [^>]*href="\/"[^>]*>Back to Home/);
  });
});

describe("crawlers", () => {
  test("robots.txt links to the sitemap and doesn't mention the panel", async () => {
    const response = await get("/robots.txt");
    const text = await response.text();
    expect(response.headers.get("Content-Type")).toContain("text/plain");
    expect(text).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`);
    expect(text).not.toMatch(/admin|Disallow/i);
  });

  const entriesOf = (xml: string) =>
    new Map(
      [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = ""]) => {
        const one = (tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`).exec(entry)?.[1];
        const images = [...entry.matchAll(/<image:loc>(.*?)<\/image:loc>/g)].map(([, url]) => url);
        return [one("loc")?.replace(SITE_URL, ""), { changed: one("lastmod"), images }];
      }),
    );

  test("sitemap.xml has every page and published record, with real dates and images", async () => {
    await addPosts(2, { featured_image: "/pictures/a.png?x=1&y=2" });
    await owner.update(blog_posts).set({ published: false }).where(eq(blog_posts.slug, "post-2"));
    // An industry with a description has its own filter page in the sitemap.
    const before = new Date("2026-01-01T00:00:00Z");
    await owner.insert(industries).values({ name: "Retail", description: "Shops.", updated_at: before });
    await addCaseStudy({
      ...{ title: "Acme", slug: "acme", created_at: before },
      updated_at: new Date("2026-02-02T02:02:02Z"),
    });
    for (const slug of ["acme-2", "acme-3"])
      await addCaseStudy({ title: slug, slug, created_at: before, updated_at: before });
    const response = await get("/sitemap.xml");
    expect(response.headers.get("Content-Type")).toContain("xml");
    const xml = await response.text();
    const entries = entriesOf(xml);
    const services = ["local-seo", "ecommerce-seo", "national-seo", "seo-consulting", "gbp-optimization"];
    expect([...entries.keys()].sort()).toEqual(
      [
        ...["/", "/services", "/case-studies", "/about", "/team", "/contact", "/blog", "/privacy", "/terms"],
        ...["/sitemap", "/audit-method", "/case-studies?industry=retail", "/blog/post-1"],
        ...["acme", "acme-2", "acme-3"].map((slug) => `/case-studies/${slug}`),
        ...[...services, "technical-seo", "digital-pr"].map((slug) => `/services/${slug}`),
      ].sort(),
    );
    expect(entries.get("/case-studies/acme")?.changed).toBe("2026-02-02T02:02:02.000Z");
    for (const list of ["/case-studies", "/case-studies?industry=retail"])
      expect(entries.get(list)?.changed).toBe("2026-02-02T02:02:02.000Z");
    expect(entries.get("/blog/post-1")?.changed).toBe(new Date(NEWEST).toISOString());
    // A page with only built-in texts gets the build's date.
    const built = Date.parse(entries.get("/terms")?.changed ?? "");
    expect(built).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(built).toBeLessThan(Date.now());
    expect(entries.get("/blog/post-1")?.images).toEqual([`${SITE_URL}/pictures/a.png?x=1&amp;y=2`]);
    // The sitemap lists only images that the page shows.
    expect(entries.get("/case-studies/acme")?.images).toEqual([]);
  });

  test("a changed description updates the date of its industry's list", async () => {
    const before = new Date("2026-01-01T00:00:00Z");
    await owner.insert(industries).values({ name: "Retail", description: "Shops.", updated_at: before });
    await addCaseStudy({ title: "Acme", slug: "acme", created_at: before, updated_at: before });
    const dateOf = async (path: string) =>
      entriesOf(await (await get("/sitemap.xml")).text()).get(path)?.changed ?? "";
    expect(await dateOf("/case-studies?industry=retail")).toBe(before.toISOString());
    const [now] = await owner.update(industries).set({ description: "Shops and stores." }).returning();
    expect(await dateOf("/case-studies?industry=retail")).toBe(now!.updated_at.toISOString());
    expect(await dateOf("/case-studies")).toBe(before.toISOString());
  });

  test("a changed text updates its page's date in sitemap.xml", async () => {
    await owner.insert(website_content).values({
      ...{ page_name: "about", section_name: "hero", content_key: "title", content_value: "Us" },
      updated_at: new Date("2026-04-04T04:04:04Z"),
    });
    const entries = entriesOf(await (await get("/sitemap.xml")).text());
    expect(entries.get("/about")?.changed).toBe("2026-04-04T04:04:04.000Z");
  });

  test("rss.xml lists published posts with their real dates", async () => {
    await addPosts(2, { author: "Ada & Co" });
    await owner
      .update(blog_posts)
      .set({ published: false })
      .where(and(eq(blog_posts.slug, "post-2")));
    const response = await get("/rss.xml");
    expect(response.headers.get("Content-Type")).toContain("application/rss+xml");
    const xml = await response.text();
    expect(xml.match(/<item>/g)).toHaveLength(1);
    expect(xml).toContain(`<link>${SITE_URL}/blog/post-1</link>`);
    expect(xml).toContain("<pubDate>Tue, 10 Mar 2026 12:00:00 GMT</pubDate>");
    expect(xml).toContain("<dc:creator>Ada &amp; Co</dc:creator>");
    expect((await read("/blog")).html).toMatch(/<link rel="alternate"[^>]*href="\/rss\.xml"/);
  });

  test.each(["/sitemap.xml", "/rss.xml", "/share/blog/post-1.png", "/placeholder.svg?for=post-1"])(
    "%s returns a 503 with Retry-After while the database can't be read",
    async (address) => {
      await site.without("blog_posts", async () => {
        const response = await get(address);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      });
    },
  );
});

describe("share images", () => {
  test("each page and record has its own share image of 1200 x 630 pixels", async () => {
    await addPosts(1);
    await addCaseStudy({ title: "Acme", slug: "acme" });
    const images = new Set<string>();
    for (const address of [
      "/",
      "/blog",
      "/blog/post-1",
      "/case-studies/acme",
      "/services/local-seo",
      "/terms",
    ]) {
      const { metaOf } = await read(address);
      const image = metaOf("og:image") ?? "";
      images.add(image);
      expect(metaOf("twitter:image")).toBe(image);
      expect(metaOf("twitter:card")).toBe("summary_large_image");
      expect(metaOf("og:image:alt")).toMatch(/\S/);
      const response = await get(image.replace(SITE_URL, ""));
      expect([image, response.status, response.headers.get("Content-Type")]).toEqual([
        image,
        200,
        "image/png",
      ]);
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([1200, 630]);
    }
    expect(images.size).toBe(6);
    expect(fs.readdirSync(path.join(site.dataDir, "share-images")).length).toBeGreaterThanOrEqual(6);
  });

  test("a new title changes the share image's ETag", async () => {
    await addPosts(1);
    const before = (await get("/share/blog/post-1.png")).headers.get("ETag") ?? "";
    expect((await get("/share/blog/post-1.png", { "If-None-Match": before })).status).toBe(304);
    await owner.update(blog_posts).set({ title: "Another" });
    const after = await get("/share/blog/post-1.png", { "If-None-Match": before });
    expect([after.status, after.headers.get("ETag") === before]).toEqual([200, false]);
  });

  test.each(["blog/post-1.png", "blog/nobody.png", "not-found.png", "home.svg", "../home.png", "blog/.png"])(
    "drafts and unknown pages have no share image: %s",
    async (name) => {
      await addPosts(1, { published: false });
      expect((await get(`/share/${name}`)).status).toBe(404);
    },
  );
});

describe("structured data", () => {
  test("the home page's structured data describes the agency and the website", async () => {
    await owner.insert(website_settings).values([
      { setting_key: "phone_number", setting_value: "(212) 555-0199" },
      { setting_key: "facebook_url", setting_value: "https://facebook.example/zone" },
    ]);
    const { graph, words, html } = await read("/");
    expect(typed(graph, "WebSite")).toMatchObject({ url: `${SITE_URL}/` });
    expect(typed(graph, "LocalBusiness")).toMatchObject({
      ...{ name: "SEO Pro Zone", telephone: "+1-212-555-0199", sameAs: ["https://facebook.example/zone"] },
    });
    expect(html).toContain("(212) 555-0199");
    expect(words).not.toBe("");
  });

  test("a BlogPosting has an author, and dates only if the page shows them", async () => {
    await addPosts(1, { author: "Priya Lindqvist", title: "</script><script>alert(1)</script>" });
    const { graph, html } = await read("/blog/post-1");
    expect(typed(graph, "BlogPosting")).toMatchObject({
      headline: "</script><script>alert(1)</script>",
      author: {
        ...{ "@type": "Person", name: "Priya Lindqvist", jobTitle: "Local SEO Lead" },
        url: `${SITE_URL}/team#priya-lindqvist`,
      },
      mainEntityOfPage: `${SITE_URL}/blog/post-1`,
    });
    expect(html).not.toContain("<script>alert");
    expect(html).not.toMatch(/"datePublished"|article:published_time/);
    // The visible bylines link to the same profile.
    expect(html.match(/<a href="\/team#priya-lindqvist">/g)).toHaveLength(2);
    expect((await read("/team")).html).toContain('id="priya-lindqvist"');
    await owner
      .insert(website_settings)
      .values([{ setting_key: "blog_date_display", setting_value: "published" }]);
    expect(typed((await read("/blog/post-1")).graph, "BlogPosting")).toMatchObject({
      datePublished: new Date(NEWEST).toISOString(),
    });
  });

  test("a case study's structured data has the type Article", async () => {
    await addCaseStudy({ title: "Acme grows", slug: "acme" });
    const { graph } = await read("/case-studies/acme");
    expect(typed(graph, "Article")).toMatchObject({ headline: "Acme grows", articleSection: "Retail" });
  });

  test("the breadcrumb in the structured data matches the visible breadcrumb", async () => {
    await addPosts(1);
    await addCaseStudy({ title: "Acme grows", slug: "acme" });
    const pages = [
      "/blog",
      "/blog/post-1",
      "/case-studies",
      "/case-studies/acme",
      "/services/local-seo",
      "/about",
      "/team",
      "/contact",
      "/privacy",
      "/sitemap",
    ];
    for (const address of pages) {
      const { graph, main } = await read(address);
      const list = typed(graph, "BreadcrumbList")?.itemListElement as { name: string; item: string }[];
      const [crumb = ""] = /<nav class="crumb".*?<\/nav>/s.exec(main) ?? [];
      const shown = [...crumb.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, step]) => wordsOf(step ?? ""));
      expect([address, list.map(({ name }) => name)]).toEqual([address, shown]);
      expect(list.at(-1)?.item).toBe(SITE_URL + address);
    }
  });

  test("no page claims ratings, reviews or questions and answers", async () => {
    await addPosts(1);
    await addCaseStudy({ title: "Acme", slug: "acme", testimonial: "Great", client_name: "Bo" });
    for (const address of ["/", "/blog/post-1", "/case-studies/acme", "/contact"]) {
      expect(JSON.stringify((await read(address)).graph)).not.toMatch(/Rating|Review|FAQ|Question/);
    }
  });
});
