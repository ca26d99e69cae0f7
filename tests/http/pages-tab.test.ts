import { beforeEach, describe, expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, read, ...site } = await openPanelSite({ SEED: "demo" });
const save = (form: Record<string, string>) => site.save("pages", form);
const text = (more: Record<string, string> = {}) => ({
  intent: "add",
  page_name: "about",
  section_name: "hero",
  content_key: "title",
  content_type: "text",
  content_value: "Who we are",
  ...more,
});

beforeEach(async () => void (await query("delete from website_content")));

test("the page selector lists the spec's pages first, in order (SPEC 9)", async () => {
  const html = await read(`${PANEL}/pages`);
  const [, select = ""] = /<select[^>]*aria-label="Page"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
  const options = [...select.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, words]) =>
    words!.replace(/<!--.*?-->/g, ""),
  );
  expect(options.join(", ")).toBe(
    "home, about, services, case-studies, team, blog, contact, services/local-seo, services/ecommerce-seo, services/national-seo, services/seo-consulting, services/gbp-optimization, services/technical-seo, services/shopify-seo (no public page), services/woocommerce-seo (no public page), services/digital-pr, privacy, terms, sitemap, audit-method",
  );
});

test("the chosen page is in the URL, and its content is ordered by section", async () => {
  const html = await read(`${PANEL}/pages?name=contact`);
  expect(html).toMatch(/<option value="contact" selected=""/);
  const sections = [...html.matchAll(/>Edit (?:<!-- -->)?contact ([a-z_]+) /g)].map(
    ([, section]) => section!,
  );
  expect(sections.length).toBeGreaterThan(5);
  expect(sections).toEqual([...sections].sort());
  expect(wordsOf(await read(`${PANEL}/pages?name=services/shopify-seo`))).toContain("No content yet");
  expect((await request(`${PANEL}/pages?name=nonsense`)).status).toBe(200);
});

test("a page's texts follow the search and sort parameters in the URL", async () => {
  const keys = async (search: string) =>
    [
      ...(await read(`${PANEL}/pages?name=contact${search}`)).matchAll(
        />Edit (?:<!-- -->)?(contact [a-z_ ]+)</g,
      ),
    ].map(([, name]) => name!);
  const all = await keys("");
  expect(await keys("&search=placeholder")).toEqual(all.filter((name) => name.includes("placeholder")));
  expect((await keys("&search=placeholder")).length).toBeGreaterThan(1);
  const ends = (await keys("&sort=content_key")).map((name) => name.split(" ")[2]!);
  expect(ends).toEqual([...ends].sort());
  expect(ends).toHaveLength(all.length);
  const inPageOrder = await keys("&sort=place");
  expect(inPageOrder.slice(0, 2)).toEqual(["contact hero badge", "contact hero title"]);
  expect(inPageOrder.at(-1)).toBe("contact next_steps steps");
  expect(await keys("&search=headline")).toContain("contact hero title");
  await save(text({ page_name: "contact", section_name: "hero", content_key: "title" }));
  expect((await keys("&sort=changed"))[0]).toBe("contact hero title");
  expect(wordsOf(await read(`${PANEL}/pages?name=contact&search=no-such-words`))).toContain("No matches");
});

test("an unedited SEO field keeps following the site's title", async () => {
  const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
  const shown = titleOf(await read("/team"))!;
  expect(shown).toMatch(/ \| SEO Pro Zone$/);
  const form = { intent: "seo", name: "team", version: "0", meta_title: shown, meta_keywords: "our own" };
  const saved = await save({
    ...form,
    meta_description: "Who works here",
    is_indexable: "on",
    is_followable: "on",
  });
  expect(saved.text).toContain("SEO settings updated successfully");
  const [row] = await query<object>(
    "select meta_title, meta_description, meta_keywords from page_seo where page_name = 'team'",
  );
  expect(row).toEqual({ meta_title: "", meta_description: "Who works here", meta_keywords: "our own" });
  await query("update website_settings set setting_value = 'Rank & Co' where setting_key = 'site_title'");
  expect(titleOf(await read("/team"))).toBe(shown.replace("SEO Pro Zone", "Rank &amp; Co"));
});

describe("page content", () => {
  test("page content is added, updated and deleted, and shows at the next request", async () => {
    expect((await save(text())).text).toContain("Content added successfully");
    expect(wordsOf(await read("/about"))).toContain("Who we are");
    const [row] = await query<{ id: string }>("select id from website_content");
    const change = text({ intent: "update", id: row!.id, version: "1", content_value: "Who we really are" });
    expect((await save(change)).text).toContain("Content updated successfully");
    expect(wordsOf(await read("/about"))).toContain("Who we really are");
    expect((await save({ intent: "delete", id: row!.id })).text).toContain("Content deleted successfully");
    expect(wordsOf(await read("/about"))).not.toContain("Who we really are");
  });

  test("a taken text key and an outdated version are rejected", async () => {
    await save(text());
    const taken = await save(text());
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining("Failed to save content")]);
    const late = await save(text({ intent: "update", version: "0", content_value: "Mine" }));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("Failed to save content")]);
  });
});

describe("publish checks", () => {
  const check = (path: string) => read(`${PANEL}/page-checks?path=${encodeURIComponent(path)}`);
  type Report = {
    checks: { id: string; state: string; text: string; about?: string[] }[];
    places: { id: string; link?: string; label: string; to: string }[];
    editor: { to: string } | null;
  };
  const reportOn = async (path: string) => {
    const report = JSON.parse(await check(path)) as Report;
    return { ...report, of: (id: string) => report.checks.find((one) => one.id === id) };
  };

  test.each(["/", "/services/local-seo", "/contact", "/blog", "/case-studies"])(
    "%s has no broken links on a fresh install",
    async (path) => {
      const { checks, editor } = await reportOn(path);
      expect(checks.filter(({ state }) => state === "broken" || state === "unchecked")).toEqual([]);
      expect(editor?.to).toContain("/pages?name=");
    },
  );

  test("a broken link in the menu is reported with a link to edit the menu", async () => {
    const menu = JSON.stringify([
      { label: "Home", href: "/" },
      { label: "Lost", href: "/no-such-page" },
    ]);
    await query(
      `insert into website_content (page_name, section_name, content_key, content_value, content_type)
        values ('header', 'navigation', 'items', $1, 'json')`,
      [menu],
    );
    const { of, places } = await reportOn("/about");
    await query("delete from website_content where page_name = 'header'");
    expect(of("links")).toMatchObject({ state: "broken", about: ["/no-such-page"] });
    expect(places).toEqual([
      {
        ...{ id: "links", link: "/no-such-page", label: "Header, menu: list" },
        to: `${PANEL}/content?edit=${encodeURIComponent("header:navigation:items")}`,
      },
    ]);
  });

  test("a missing image on this site and a missing excerpt are reported", async () => {
    await query(`insert into blog_posts (title, slug, content)
       values ('Pictures of a long title', 'pictures', '<p>Words</p><img src="/pictures/lost.png" alt="Lost"><img src="/mark.svg" alt="A">')`);
    const { of } = await reportOn("/blog/pictures");
    expect(of("images")).toMatchObject({ state: "broken", text: "Broken links: /pictures/lost.png." });
    expect(of("description")).toMatchObject({ state: "improve", text: expect.stringContaining("excerpt") });
  });

  test("a post's broken link and missing alt text are reported", async () => {
    const [post] = await query<{ id: string }>(`insert into blog_posts (title, slug, content)
       values ('Checked', 'checked', '<p><a href="/blog/never">x</a><img src="/mark.svg" alt=""></p>') returning id`);
    const { of, editor } = await reportOn("/blog/checked");
    expect(of("links")).toMatchObject({ state: "broken", text: expect.stringContaining("/blog/never") });
    expect(of("images")).toMatchObject({ state: "improve", text: expect.stringContaining("/mark.svg") });
    expect(of("data")).toMatchObject({ state: "good", text: expect.stringContaining("BlogPosting") });
    expect(editor?.to).toContain(`/blog?edit=${post!.id}`);
  });

  test("an unpublished post is reported as unchecked", async () => {
    await query(
      "insert into blog_posts (title, slug, content, published) values ('D', 'a-draft', '<p>x</p>', false)",
    );
    const { checks, editor } = await reportOn("/blog/a-draft");
    expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(["unchecked"]));
    expect(editor).toBeNull();
  });

  test.each(["//other.example/", "https://other.example/", "about", "/a?b", ""])(
    "%j can't be checked, because it isn't a path on this site",
    async (path) => {
      const response = await request(`${PANEL}/page-checks?path=${encodeURIComponent(path)}`);
      expect(response.status).toBe(400);
    },
  );
});
