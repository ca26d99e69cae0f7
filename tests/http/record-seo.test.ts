import { beforeEach, describe, expect, test } from "vitest";
import { addImage, HASH8 } from "../support/images.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const ORIGIN = "https://seo.example";
const { clear, query, read, ...site } = await openPanelSite({ SITE_URL: ORIGIN });
const saveOn = (path: string, form: Record<string, string>) =>
  site.save("pages", { intent: "seo", name: path.slice(1), version: "0", switches: "is_indexable", ...form });

await query("insert into industries (name) values ('Retail'), ('E-commerce')");
const [industry] = await query<{ id: string }>("select id from industries where name = 'E-commerce'");
await addImage(query, { id: "share2222222", alt: "Our chart" });
await addImage(query, { id: "cover2222222", alt: "Our cover" });

const KINDS = {
  blog: { table: "blog_posts", image: "featured_image", fields: { content: "<p>Every day.</p>" } },
  "case-studies": {
    table: "case_studies",
    image: "image",
    fields: { client: "Ada", industry_id: industry!.id },
  },
} as const;
type Kind = keyof typeof KINDS;

const stored = async (kind: Kind) =>
  (
    await query<{ id: string; version: number; [name: string]: unknown }>(
      `select * from ${KINDS[kind].table} order by created_at desc`,
    )
  )[0]!;
const add = (kind: Kind, form: Record<string, string> = {}) =>
  site.save(kind, { intent: "add", title: "Rank Tracking", ...KINDS[kind].fields, ...form });
async function update(kind: Kind, form: Record<string, string>) {
  const { id, version } = await stored(kind);
  return add(kind, { intent: "update", id, version: String(version), ...form });
}

const attribute = (html: string, pattern: string) => new RegExp(`${pattern}="([^"]*)"`).exec(html)?.[1];
const headOf = (html: string) => ({
  robots: attribute(html, '<meta name="robots" content'),
  canonical: attribute(html, '<link rel="canonical" href'),
  url: attribute(html, '<meta property="og:url" content'),
  image: attribute(html, '<meta property="og:image" content'),
});
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}")["@graph"] ?? [];

beforeEach(() => clear("blog_posts", "case_studies", "page_seo"));

describe.each(Object.keys(KINDS) as Kind[])("%s", (kind) => {
  const path = `/${kind}/rank-tracking`;
  const loc = `<loc>${ORIGIN}${path}</loc>`;

  test("a record is indexable by default, and noindex removes it from sitemap.xml and rss.xml", async () => {
    expect((await add(kind)).status).toBe(200);
    expect(headOf(await read(path))).toMatchObject({
      robots: "index, follow",
      canonical: ORIGIN + path,
      url: ORIGIN + path,
    });
    expect(await read("/sitemap.xml")).toContain(loc);

    await update(kind, { switches: "is_indexable", is_followable: "off" });
    const hidden = await read(path);
    expect(headOf(hidden).robots).toBe("noindex, nofollow");
    expect(dataOf(hidden)).toEqual([]);
    expect(await read("/sitemap.xml")).not.toContain(loc);
    expect(JSON.stringify(dataOf(await read("/blog")))).not.toContain(path);
    expect(await read("/rss.xml")).not.toContain(path);
    // The site's own list still shows the record.
    expect(await read(`/${kind}`)).toContain(`href="${path}"`);

    // An update without the switches leaves them alone.
    await update(kind, { title: "Tracking ranks", slug: "rank-tracking" });
    expect(headOf(await read(path)).robots).toBe("noindex, nofollow");
  });

  test("a record with a canonical URL elsewhere isn't in the sitemap", async () => {
    await add(kind);
    for (const [typed, canonical, isListed] of [
      ["https://medium.com/@ada/ranks?a=1&b=2", "https://medium.com/@ada/ranks?a=1&amp;b=2", false],
      ["/about", `${ORIGIN}/about`, false],
      [path, ORIGIN + path, true],
      [ORIGIN + path, ORIGIN + path, true],
      ["", ORIGIN + path, true],
    ] as const) {
      expect((await update(kind, { canonical_url: typed })).status).toBe(200);
      expect(headOf(await read(path))).toMatchObject({ canonical, url: canonical });
      expect((await read("/sitemap.xml")).includes(loc), typed).toBe(isListed);
    }
  });

  test("a canonical URL that names the record's own page follows a changed slug", async () => {
    await add(kind);
    const moved = `/${kind}/rank-tracker`;
    await update(kind, { canonical_url: ORIGIN + path, slug: "rank-tracker" });
    expect(headOf(await read(moved)).canonical).toBe(ORIGIN + moved);
    await update(kind, { canonical_url: path, slug: "rank-tracking" });
    expect(headOf(await read(path)).canonical).toBe(ORIGIN + path);
    expect(await read("/sitemap.xml")).toContain(loc);
  });

  test.each([
    "javascript:alert(1)",
    " data:text/html,x",
    "//evil.example/x",
    "/\\evil.example",
    "https://evil.example/\r\nSet-Cookie: a=b",
    "https://user:secret@evil.example/",
    "https://",
    "about",
    "ftp://example.com/",
    "https://example.com/a#b",
    `https://example.com/${"a".repeat(2_000)}`,
  ])("the canonical URL %j is rejected at its field", async (canonical_url) => {
    await add(kind);
    const { status, text } = await update(kind, { canonical_url, title: "Other" });
    expect([status, text]).toEqual([400, expect.stringMatching(/Use a URL that starts|Shorten this/)]);
    expect(await stored(kind)).toMatchObject({ canonical_url: "", title: "Rank Tracking" });
  });

  test("a record's share image takes precedence over its main image", async () => {
    const own = { [KINDS[kind].image]: "/media/cover2222222" };
    await add(kind, { ...own, share_image: "/media/share2222222" });
    const sharedImages = async () => {
      const html = await read(path);
      return [headOf(html).image, dataOf(html)[0].image];
    };
    const of = (id: string) => [
      `${ORIGIN}/media/${id}/${HASH8}-1200.jpg`,
      `${ORIGIN}/media/${id}/${HASH8}-1920.webp`,
    ];
    expect(await sharedImages()).toEqual(of("share2222222"));
    const uses = await query("select field from media_uses where media_id = 'share2222222'");
    expect(uses).toEqual([{ field: "share_image" }]);
    expect(await read(`${PANEL}/media?edit=share2222222`)).toContain("Share image");

    await query("update media set deleted_at = now() where id = 'share2222222'");
    await expect.poll(sharedImages).toEqual(of("cover2222222"));
    await query("update media set deleted_at = null where id = 'share2222222'");
    await update(kind, { share_image: "https://cdn.example.com/a.png" });
    expect((await sharedImages())[0]).toBe("https://cdn.example.com/a.png");
    await update(kind, {});
    expect((await sharedImages())[0]).toContain(`/share${path}.png`);
  });

  test("restoring a version from before the search settings existed resets these settings", async () => {
    await add(kind);
    const { id, version } = await stored(kind);
    const fields = { canonical_url: "/about", share_image: "/media/share2222222", switches: "is_indexable" };
    const kept = await add(kind, { intent: "update", id, version: String(version), draft: "1", ...fields });
    expect(kept.status).toBe(200);
    expect(headOf(await read(path)).robots).toBe("index, follow");
    const [item] = await query<{ fields: object }>("select fields from change_items where record_id = $1", [
      id,
    ]);
    expect(Object.keys(item!.fields).sort()).toEqual(["canonical_url", "is_indexable", "share_image"]);
    await query("delete from change_items");

    await update(kind, fields);
    const [revision] = await query<{ id: string }>(
      "select id from revisions where record_key = $1 order by at limit 1",
      [id],
    );
    // Simulates a version from before these columns existed.
    await query(
      "update revisions set row = (row::jsonb - array['is_indexable', 'is_followable', 'canonical_url', 'share_image', 'featured'])::json where id = $1",
      [revision!.id],
    );
    const restored = await site.save(
      `activity/record?kind=${kind === "blog" ? "blog-posts" : kind}&id=${id}`,
      { intent: "restore", id: revision!.id },
    );
    expect(restored.status).toBe(200);
    expect(await stored(kind)).toMatchObject({ is_indexable: true, canonical_url: "", share_image: "" });
  });

  test("a copy keeps the search settings, but not the pin or the canonical URL", async () => {
    await add(kind, {
      ...{ canonical_url: "/about", share_image: "/media/share2222222", featured: "on" },
      switches: "is_indexable",
    });
    const { id } = await stored(kind);
    expect((await site.save(kind, { intent: "duplicate", ids: id })).status).toBe(200);
    const [copy] = await query(`select * from ${KINDS[kind].table} where id <> $1`, [id]);
    expect(copy).toMatchObject({
      ...{ canonical_url: "", share_image: "/media/share2222222" },
      ...{ featured: false, is_indexable: false, published: false },
    });
  });

  test("a record is pinned in the list, and Undo unpins it", async () => {
    await add(kind);
    const { id } = await stored(kind);
    const pinned = await site.save(kind, { intent: "pin", ids: id });
    expect(pinned.text).toContain("Pinned");
    expect(await stored(kind)).toMatchObject({ featured: true });
    expect(wordsOf(await read(`${PANEL}/${kind}`))).toContain("Pinned ·");
    expect((await site.undo(pinned)).status).toBe(200);
    expect(await stored(kind)).toMatchObject({ featured: false });
  });
});

test("built-in pages can have a canonical URL elsewhere", async () => {
  const loc = `<loc>${ORIGIN}/about</loc>`;
  const rejected = await saveOn("/about", { is_indexable: "on", canonical_url: "javascript:alert(1)" });
  expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("Use a URL that starts")]);
  await saveOn("/about", { is_indexable: "on", canonical_url: "https://example.com/us" });
  expect(headOf(await read("/about")).canonical).toBe("https://example.com/us");
  expect(await read("/sitemap.xml")).not.toContain(loc);
  // A form without the field keeps the canonical URL.
  await saveOn("/about", { is_indexable: "on", version: "1", meta_title: "Us" });
  expect(headOf(await read("/about")).canonical).toBe("https://example.com/us");
  await saveOn("/about", { is_indexable: "on", version: "2", canonical_url: "/about" });
  expect(headOf(await read("/about")).canonical).toBe(`${ORIGIN}/about`);
  expect(await read("/sitemap.xml")).toContain(loc);
});

describe("pins", () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
  const addPosts = (count: number, pinned: number[]) =>
    query(
      `insert into blog_posts (title, slug, content, created_at, featured)
       select 'Post ' || n, 'post-' || n, '<p>x</p>', date '2026-01-01' + n, n = any($2) from generate_series(1, $1) as n`,
      [count, pinned],
    );
  const slugsIn = (html: string) => [...html.matchAll(/href="\/blog\/(post-\d+)"/g)].map(([, slug]) => slug!);
  const parts = (html: string) => {
    const [featured = "", recent = ""] = html.split('id="recent-posts"');
    return { featured: slugsIn(featured), recent: slugsIn(recent) };
  };
  const posts = (...numbers: number[]) => numbers.map((n) => `post-${n}`);

  test("pinned posts are the first of the three featured ones", async () => {
    await addPosts(6, []);
    await expect
      .poll(async () => parts(await read("/blog")))
      .toEqual({
        featured: posts(6, 5, 4),
        recent: posts(3, 2, 1),
      });
    await query("update blog_posts set featured = true where slug in ('post-1', 'post-3')");
    await expect
      .poll(async () => parts(await read("/blog")))
      .toEqual({
        featured: posts(3, 1, 6),
        recent: posts(5, 4, 2),
      });
    await query("update blog_posts set published = false where slug = 'post-3'");
    await expect
      .poll(async () => parts(await read("/blog")))
      .toEqual({
        featured: posts(1, 6, 5),
        recent: posts(4, 2),
      });
  });

  test("'Load More' neither skips nor repeats a post, even with many pins", async () => {
    await addPosts(23, [2, 5, 11, 17, 20]);
    await expect.poll(async () => parts(await read("/blog")).featured).toEqual(posts(20, 17, 11));
    const pages = await Promise.all([1, 2, 3, 4].map((n) => read(n > 1 ? `/blog?page=${n}` : "/blog")));
    const shown = pages.flatMap((html, i) =>
      i ? slugsIn(html) : [...parts(html).featured, ...parts(html).recent],
    );
    expect(shown).toHaveLength(23);
    expect(new Set(shown).size).toBe(23);
    expect(shown.slice(3, 9)).toEqual(posts(23, 22, 21, 19, 18, 16));
    expect(await read("/rss.xml")).toMatch(/post-23<[\s\S]*post-20<[\s\S]*post-2</);
  });

  test("pinned case studies come first on the home page and service pages", async () => {
    const [retail] = await query<{ id: string }>("select id from industries where name = 'Retail'");
    const study = (n: number, name: string, isPinned = false) =>
      query(
        `insert into case_studies (title, slug, client, industry, industry_id, created_at, featured)
         values ($1, $2, 'Ada', $3, $4, $5, $6)`,
        [`Study ${n}`, `study-${n}`, name, name === "Retail" ? retail!.id : industry!.id, day(n), isPinned],
      );
    for (const n of [2, 3, 4, 5, 6, 7, 8]) await study(n, "E-commerce");
    const titles = async (path: string) =>
      elementsOf(await read(path), "article", 'class="card case"').map((card) => headingsOf(card, 3)[0]);
    const studies = (...numbers: number[]) => numbers.map((n) => `Study ${n}`);
    await expect.poll(() => titles("/")).toEqual(studies(8, 7, 6, 5, 4, 3));
    await study(1, "Retail", true);
    await query("update case_studies set featured = true where slug = 'study-2'");
    await expect.poll(() => titles("/")).toEqual(studies(2, 1, 8, 7, 6, 5));
    expect(await titles("/services/ecommerce-seo")).toEqual(studies(2, 8, 7));
    expect((await titles("/case-studies")).slice(0, 2)).toEqual(studies(8, 7));
  });
});
