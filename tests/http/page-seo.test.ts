import { beforeEach, expect, test } from "vitest";
import { LISTED_PAGES, type ListedPage } from "../../app/copy/site/page-names.ts";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { pages } from "../../app/copy/site/pages.ts";
import { addImage, HASH8 } from "../support/images.ts";
import { openPanelSite } from "../support/test-site.ts";

const ORIGIN = "https://seo.example";
const { clear, query, ...site } = await openPanelSite({ SITE_URL: ORIGIN, SEED: "demo" });
const read = async (path: string) => (await fetch(site.url + path)).text();

const save = (name: string, fields: Record<string, string>) =>
  site.save("pages", {
    intent: "seo",
    name,
    version: "0",
    switches: "is_indexable",
    is_indexable: "on",
    ...fields,
  });
const hide = (name: string) => save(name, { is_indexable: "off", confirmation: "noindex" });
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const dataOf = (html: string) =>
  /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";

beforeEach(() => clear("page_seo", "website_settings"));

const withRoute = LISTED_PAGES.filter((name) => Object.hasOwn(pages, name));

test.each(withRoute)("SEO fields saved for %s are in its head at the next request", async (name) => {
  const { status, text } = await save(name, {
    meta_title: `Title of ${name}`,
    meta_description: `Description of ${name}`,
    meta_keywords: `keywords, ${name}`,
    is_indexable: "off",
    confirmation: "noindex",
    is_followable: "off",
  });
  expect([status, text]).toEqual([200, expect.stringContaining("SEO settings updated successfully")]);
  const html = await read(pagePath(name));
  expect(titleOf(html)).toBe(`Title of ${name}`);
  expect(contentOf(html, "description")).toBe(`Description of ${name}`);
  expect(contentOf(html, "keywords")).toBe(`keywords, ${name}`);
  expect(contentOf(html, "robots")).toBe("noindex, nofollow");
  expect(contentOf(html, "twitter:title")).toBe(`Title of ${name}`);
});

/** Pages whose structured data names other pages. */
const CITING: ListedPage[] = ["services", "services/local-seo", "case-studies"];

test.each([...CITING.map((name) => [name]), withRoute.filter((name) => !CITING.includes(name))])(
  "noindex removes pages from sitemap.xml and from all structured data: %s",
  async (...names) => {
    const before = await read("/sitemap.xml");
    for (const name of names) {
      expect(before).toContain(`<loc>${ORIGIN}${pagePath(name)}</loc>`);
      expect(dataOf(await read(pagePath(name))), name).not.toBe("");
    }
    for (const name of names) await hide(name);
    const after = await read("/sitemap.xml");
    const citing = await Promise.all(CITING.map(async (name) => dataOf(await read(pagePath(name)))));
    for (const name of names) {
      expect(after).not.toContain(`<loc>${ORIGIN}${pagePath(name)}</loc>`);
      expect(dataOf(await read(pagePath(name))), name).toBe("");
      for (const data of citing) {
        expect(data).not.toContain(`"item":"${ORIGIN}${pagePath(name)}"`);
        if (name.startsWith("services/")) expect(data).not.toContain(`"${ORIGIN}${pagePath(name)}"`);
      }
    }
  },
);

test("a page's canonical URL is in its head, and sitemap.xml leaves out the page", async () => {
  for (const name of withRoute) await save(name, { canonical_url: `https://example.com/${name}` });
  const sitemap = await read("/sitemap.xml");
  for (const name of withRoute) {
    const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(await read(pagePath(name))) ?? [];
    expect(canonical).toBe(`https://example.com/${name}`);
    expect(sitemap).not.toContain(`<loc>${ORIGIN}${pagePath(name)}</loc>`);
  }
  expect(sitemap).toContain(`<loc>${ORIGIN}/case-studies?industry=saas</loc>`);
});

test("noindex on the blog empties its feed, but the posts stay in the sitemap", async () => {
  expect(await read("/rss.xml")).toContain("<item>");
  await hide("blog");
  const feed = await read("/rss.xml");
  expect(feed).toContain("<channel>");
  expect(feed).not.toContain("<item>");
  expect(await read("/sitemap.xml")).toContain(`<loc>${ORIGIN}/blog/`);
});

test("empty SEO fields fall back to the built-in ones", async () => {
  await save("about", { meta_title: " ", meta_description: "", meta_keywords: "" });
  const html = await read("/about");
  expect(titleOf(html)).toBe(pages.about.seo.meta_title.replaceAll("&", "&amp;"));
  expect(contentOf(html, "robots")).toBe("index, follow");
});

test.each([...LISTED_PAGES.filter((name) => !withRoute.includes(name)), "header", ""])(
  "%j has no public page, so the sitemap has no URL for it",
  async (name) => {
    const isListed = LISTED_PAGES.includes(name as ListedPage);
    expect((await save(name, { meta_title: "Soon" })).status).toBe(isListed ? 200 : 400);
    if (isListed) expect(await read("/sitemap.xml")).not.toContain(`/${name}<`);
  },
);

test("noindex on the home page must be confirmed once, by typing", async () => {
  const refused = await save("home", { is_indexable: "off" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Type noindex to confirm")]);
  expect(refused.text).toContain("Failed to update SEO settings");
  expect(contentOf(await read("/"), "robots")).toBe("index, follow");
  expect((await hide("home")).status).toBe(200);
  expect((await save("home", { is_indexable: "off", version: "1" })).status).toBe(200);
});

test("saving over a newer version gets a 409", async () => {
  await save("about", { meta_title: "Theirs" });
  const late = await save("about", { meta_title: "Mine" });
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringMatching(
      /Someone else saved this page's SEO .* Their version differs from yours in Meta title, .*\(\w+ \d+, [\d:]+ [AP]M\)\./,
    ),
  ]);
  expect(titleOf(await read("/about"))).toBe("Theirs");
  expect((await save("about", { meta_title: "Mine", version: "1" })).status).toBe(200);
});

test("a case study's meta title and description take precedence over its title", async () => {
  const [study] = await query<{ id: string; slug: string; title: string }>(
    "select * from case_studies order by created_at limit 1",
  );
  const set = (meta: string) =>
    query(
      "update case_studies set meta_title = $1, meta_description = $1, meta_keywords = $1 where id = $2",
      [meta, study!.id],
    );
  // The cache notices direct database writes a moment later.
  const settled = async (title: string) => {
    await expect.poll(async () => titleOf(await read(`/case-studies/${study!.slug}`))).toBe(title);
    return read(`/case-studies/${study!.slug}`);
  };
  await set("Own words");
  const own = await settled("Own words");
  expect([contentOf(own, "description"), contentOf(own, "keywords")]).toEqual(Array(2).fill("Own words"));
  await set("");
  const built = await settled(study!.title.replaceAll("&", "&amp;"));
  expect(contentOf(built, "description")).toMatch(/\S/);
});

test("social networks, search engines and the sitemap get the image chosen for a page", async () => {
  await addImage(query, { id: "share2222222", alt: "Our team" });
  const propertyOf = (html: string, property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  const hasImage = async () =>
    (await read("/sitemap.xml")).split("</url>").find((one) => one.includes(`${ORIGIN}/about<`));
  const drawn = propertyOf(await read("/about"), "og:image");

  await save("about", { share_image: "/media/share2222222" });
  const own = await read("/about");
  const share = `${ORIGIN}/media/share2222222/${HASH8}-1200.jpg`;
  const wide = `${ORIGIN}/media/share2222222/${HASH8}-1920.webp`;
  expect([propertyOf(own, "og:image"), contentOf(own, "twitter:image")]).toEqual([share, share]);
  expect([propertyOf(own, "og:image:type"), propertyOf(own, "og:image:width")]).toEqual([
    "image/jpeg",
    "1200",
  ]);
  expect(propertyOf(own, "og:image:alt")).toBe("Our team");
  expect(JSON.parse(dataOf(own))["@graph"][0]).toMatchObject({
    ...{ "@type": "AboutPage", primaryImageOfPage: { "@type": "ImageObject", url: wide } },
  });
  expect(await hasImage()).toContain(`<image:loc>${ORIGIN}/media/share2222222/${HASH8}-1280.webp`);

  // A form without the image field keeps the image, and an empty field removes it.
  await save("about", { version: "1", meta_title: "About" });
  expect(propertyOf(await read("/about"), "og:image")).toBe(share);
  await save("about", { version: "2", share_image: "https://cdn.example.com/a.png" });
  const foreign = await read("/about");
  expect(propertyOf(foreign, "og:image")).toBe("https://cdn.example.com/a.png");
  expect(propertyOf(foreign, "og:image:width")).toBeUndefined();
  expect((await save("about", { version: "3", share_image: "http://a.example/b.png" })).status).toBe(400);
  await save("about", { version: "3", share_image: "" });
  expect(propertyOf(await read("/about"), "og:image")).toBe(drawn);
  expect(await hasImage()).not.toContain("image:loc");
});

test("an image chosen for a list page isn't used for its records", async () => {
  await save("blog", { share_image: "https://cdn.example.com/list.png" });
  expect(await read("/blog")).toContain("https://cdn.example.com/list.png");
  const [, post = ""] = /<loc>[^<]*(\/blog\/[^<]+)<\/loc>/.exec(await read("/sitemap.xml")) ?? [];
  expect(await read(post)).not.toContain("https://cdn.example.com/list.png");
});

test("if too many share images are requested at once, some get a 503, but pages don't", async () => {
  const asked = Array.from({ length: 60 }, (_, i) =>
    fetch(`${site.url}/share/home.png?crowd=${i}`, { headers: { "Cache-Control": "no-cache" } }),
  );
  const [page, ...images] = await Promise.all([fetch(`${site.url}/about?x`), ...asked]);
  expect(page.status).toBe(200);
  const refused = images.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const image of refused) expect(image.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(images.filter(({ status }) => status === 200).length + refused.length).toBe(images.length);
});
