import { beforeEach, describe, expect, test } from "vitest";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
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

describe("the list of all pages", () => {
  const add = (slug: string, more = "") =>
    query<{ id: string }>(
      `insert into landing_pages (title, slug, sections) values ('Page ' || $1, $1, '[{"type":"faq"}]') returning id`,
      [slug],
    ).then(async ([row]) => {
      if (more) await query(`update landing_pages set ${more} where id = $1`, [row!.id]);
      return row!.id;
    });
  /** Returns the words and links of a page's row. */
  const rowOf = async (path: string) => {
    const html = await read(`${PANEL}/pages`);
    const rows = [...html.matchAll(/<li[^>]*><span class="plist__thumb".*?<\/li>/gs)].map(([row]) => row);
    const row = rows.find((one) => one.includes(`<small class="mono">${path}</small>`)) ?? "";
    const links = [...row.matchAll(/href="([^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
    return { rows, words: wordsOf(row), links };
  };
  const EDIT = `${PANEL}/edit-page?path=`;

  beforeEach(async () => {
    for (const table of ["landing_pages", "page_seo", "change_items", "change_sets"])
      await query(`delete from ${table}`);
  });

  test("has built-in pages and added ones, with links to the page editor, SEO and text", async () => {
    const id = await add("dentists");
    const { rows, words, links } = await rowOf("/dentists");
    expect(rows).toHaveLength(21);
    expect(words).toMatch(/^Page dentists \/dentists Published/);
    const form = `${PANEL}/pages/added?edit=${id}`;
    expect(links).toEqual(["/dentists", `${EDIT}%2Fdentists`, `${form}#meta_title`, form]);
    const about = await rowOf("/about");
    const tab = `${PANEL}/pages?name=about`;
    expect(about.links).toEqual(["/about", `${EDIT}%2Fabout`, `${tab}&seo=1`, `${tab}&sort=place#texts`]);
    expect((await rowOf("/services/shopify-seo")).words).toBe("");
    expect(wordsOf(about.rows.find((row) => row.includes("Shopify"))!)).toBe(
      "Shopify SEO No public page SEO Shopify SEO Text Shopify SEO",
    );
  });

  test("says whether a page is a draft, hidden from search engines, has pending changes or is scheduled", async () => {
    await add("draft", "published = false");
    await add("hidden", "is_indexable = false");
    expect((await rowOf("/draft")).words).toContain("Draft");
    expect((await rowOf("/hidden")).words).toContain("Noindex");
    await query("insert into page_seo (page_name, is_indexable, is_followable) values ('team', false, true)");
    expect((await rowOf("/team")).words).toContain("Published , view Team on the site Noindex");
    expect((await rowOf("/contact")).words).not.toContain("Noindex");

    const id = await add("drafted");
    const [first, second] = await query<{ id: string }>(
      "insert into change_sets (publish_at) values (null), ('2099-11-29 15:00+00') returning id",
    );
    const draft = (set: string, kind: string, record: string) =>
      query(
        `insert into change_items (change_set_id, kind, record_id, name, fields, version) values ($1, $2, $3, '', '{}', 1)`,
        [set, kind, record],
      );
    await draft(first!.id, "landing-pages", id);
    await draft(first!.id, "website-content", "about:hero:title");
    await draft(second!.id, "page-seo", "blog");
    await draft(second!.id, "website-content", "privacy:content:body");
    expect((await rowOf("/drafted")).words).toContain("Published with pending changes");
    expect((await rowOf("/about")).words).toContain("Published with pending changes");
    expect((await rowOf("/blog")).words).toMatch(/Scheduled for Nov 29, 2099/);
    expect((await rowOf("/privacy")).words).toMatch(/Scheduled for Nov 29, 2099/);
    expect((await rowOf("/terms")).words).toContain("Published ,");
  });

  test("the selector offers added pages and opens their form", async () => {
    const id = await add("dentists", "published = false");
    for (const tab of ["pages", "edit-page"])
      expect(await read(`${PANEL}/${tab}`)).toMatch(
        /<optgroup label="Pages you added"><option value="\/dentists">Page dentists<\/option>/,
      );
    const { status, headers } = await request(`${PANEL}/pages?name=/dentists`);
    expect([status, headers.get("Location")]).toEqual([302, `${PANEL}/pages/added?edit=${id}`]);
    expect((await request(`${PANEL}/pages?name=/nothing`)).status).toBe(200);
  });

  test("is open to editors, and a 404 for people who only answer enquiries", async () => {
    await add("dentists");
    const statuses = [];
    for (const role of ["editor", "enquiries"]) {
      const cookie = `${SESSION_COOKIE}=${await addSession(query, await addPerson(query, role))}`;
      const reply = await fetch(`${site.url}${PANEL}/pages`, { headers: { Cookie: cookie } });
      statuses.push(reply.status);
      const search = await fetch(`${site.url}${PANEL}/search`, {
        method: "POST",
        headers: { Cookie: cookie, Origin: site.url },
        body: new URLSearchParams({ search: "edit dentists" }),
      });
      expect((await search.text()).includes("Edit on page"), role).toBe(role === "editor");
      if (role === "editor") expect(await reply.text()).toContain("Page dentists");
    }
    expect(statuses).toEqual([200, 404]);
  });

  test("the search finds pages to edit by name and path, published or not", async () => {
    await add("dentists", "published = false");
    await add("seo/surgeons".replace("/", "-"), "title = 'SEO for surgeons'");
    const found = async (search: string) => {
      const reply = await request(`${PANEL}/search`, { search });
      const groups = JSON.parse(await reply.text()) as {
        label: string;
        items: { label: string; to: string }[];
      }[];
      return (
        groups.find(({ label }) => label === "Edit a page")?.items.map(({ label, to }) => `${label} ${to}`) ??
        []
      );
    };
    expect(await found("edit dentists")).toEqual([`Edit on page: Page dentists ${EDIT}%2Fdentists`]);
    expect(await found("Edit on page: surgeons seo")).toEqual([
      `Edit on page: SEO for surgeons ${EDIT}%2Fseo-surgeons`,
    ]);
    expect(await found("edit page /about")).toEqual([`Edit on page: About ${EDIT}%2Fabout`]);
    expect(await found("edit local-seo")).toEqual([`Edit on page: Local SEO ${EDIT}%2Fservices%2Flocal-seo`]);
    expect(await found("edit no-such-page")).toEqual([]);
    expect(await found("dentists")).toEqual([]);
    expect(await found("edit")).toEqual([]);
  });
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
