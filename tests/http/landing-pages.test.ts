import { beforeEach, describe, expect, test } from "vitest";
import { team } from "../../app/copy/site/team.ts";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import { SECTION_TYPES, type Section } from "../../app/features/landing-pages/sections.ts";
import { namesOfDrafts } from "../support/draft-names.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, formOf, headingsOf, wordsOf } from "../support/page.ts";
import { queryOnce } from "../support/query-once.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, request, read, save, undo, database } = await openPanelSite();

beforeEach(() =>
  clear("landing_pages", "redirects", "slug_history", "change_items", "change_sets", "enquiries"),
);

const TAB = "pages/added";
const hero: Section = {
  ...modelOf("hero"),
  title: "Local SEO in Brooklyn",
  marked_words: "Brooklyn",
  subtitle: "Be found.",
  form: "quick",
};
const add = (form: Record<string, string> = {}, sections: unknown = [hero]) =>
  save(TAB, {
    intent: "add",
    title: "Local SEO in Brooklyn",
    slug: "",
    sections: JSON.stringify(sections),
    published: "on",
    ...form,
  });
const rows = () =>
  query<{ id: string; slug: string; version: number; published: boolean; sections: Section[] }>(
    "select * from landing_pages order by created_at, slug",
  );
async function update(form: Record<string, string>, sections?: unknown) {
  const [row] = await rows();
  return add({ intent: "update", id: row!.id, version: String(row!.version), ...form }, sections);
}
const statusOf = async (path: string) => {
  const { status, headers } = await request(path);
  return [status, headers.get("Location")?.replace(/^https?:\/\/[^/]+/, "") ?? null];
};

test("a published page is shown at its URL and listed in the sitemap, and gone once unpublished", async () => {
  const path = "/services/local-seo/brooklyn";
  const faq: Section = {
    ...modelOf("faq"),
    items: [{ question: "How long?", answer: "<p>Three <b>months</b>.</p>" }],
  };
  const added = await add({ slug: path, service: "local-seo", area: "Brooklyn, NY", in_sitemap: "on" }, [
    hero,
    faq,
  ]);
  expect(added.text).toContain("Page added successfully");
  const html = await read(path);
  expect(headingsOf(html, 1)).toEqual(["Local SEO in Brooklyn"]);
  expect(html).toContain("<title>Local SEO in Brooklyn | SEO Pro Zone</title>");
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const things: Record<string, unknown>[] = JSON.parse(json)["@graph"];
  expect(things.map((thing) => thing["@type"])).toEqual(["WebPage", "BreadcrumbList", "Service", "FAQPage"]);
  expect(things[2]).toMatchObject({
    serviceType: "Local SEO",
    areaServed: { "@type": "Place", name: "Brooklyn, NY" },
  });
  expect(things[3]).toMatchObject({
    mainEntity: [{ name: "How long?", acceptedAnswer: { text: "Three months." } }],
  });
  expect(await read("/sitemap.xml")).toContain(`${path}</loc>`);
  expect(await read("/sitemap")).toContain(`href="${path}"`);
  expect((await request(`/share${path}.png`)).status).toBe(200);
  await query("update landing_pages set published = false");
  expect(await statusOf(path)).toEqual([404, null]);
  expect(await read("/sitemap.xml")).not.toContain(path);
});

test("unknown paths still return a 404, and posts to them a 405", async () => {
  await add({ slug: "real" });
  for (const path of ["/nope", "/wp-login.php", "/services/local-seo/nope", "/services/nope/real", "/a/b/c"])
    expect(await statusOf(path), path).toEqual([404, null]);
  const post = await request("/nope", { formName: "hero" });
  expect(post.status).toBe(405);
  const home = await request("/", { formName: "hero" });
  expect([home.status, await home.text()]).toEqual([405, expect.stringContaining("Nothing was saved.")]);
});

test("a URL that's already in use is rejected at its field", async () => {
  await query("insert into redirects (from_path, to_path) values ('/moved', '/about')");
  await add({ slug: "mine" });
  const refused = {
    about: "used by the site itself",
    mine: "already uses /mine",
    moved: "A redirect uses /moved",
  };
  for (const [slug, reason] of Object.entries(refused)) {
    const { status, text } = await add({ slug });
    expect([status, text], slug).toEqual([400, expect.stringContaining(reason)]);
  }
  expect(await statusOf("/moved")).toEqual([301, "/about"]);
  expect((await rows()).map(({ slug }) => slug)).toEqual(["mine"]);
});

test("a renamed page redirects from its old URL", async () => {
  await add({ slug: "old-page" });
  await query(
    "insert into blog_posts (title, slug, content) values ('Post', 'post', '<p><a href=\"/old-page\">there</a> <a href=\"/never-was\">nowhere</a></p>')",
  );
  await update({ slug: "services/local-seo/new-page" });
  expect(await statusOf("/old-page")).toEqual([301, "/services/local-seo/new-page"]);
  const post = await read("/blog/post");
  expect(post).toContain('href="/services/local-seo/new-page" data-old-link="/old-page"');
  expect(post).toContain('href="/never-was"');
  const [row] = await rows();
  const deleted = await save(TAB, { intent: "delete", id: row!.id });
  expect(await statusOf("/services/local-seo/new-page")).toEqual([410, null]);
  expect(await statusOf("/old-page")).toEqual([410, null]);
  await undo(deleted);
  expect(await statusOf("/services/local-seo/new-page")).toEqual([200, null]);
  await query("delete from blog_posts");
});

test("a redirect to a path without a page still works", async () => {
  await query("insert into redirects (from_path, to_path) values ('/from', '/shop')");
  expect(await statusOf("/from")).toEqual([301, "/shop"]);
});

test("scripts in a section's HTML are removed on save and reported", async () => {
  const evil = '<p onclick="x()">Hi<script>alert(1)</script></p>';
  const faq = {
    ...modelOf("faq"),
    title: "</script><img src=x onerror=x()>",
    items: [{ question: "Q", answer: evil }],
  };
  const saved = await add({ slug: "evil" }, [hero, { ...modelOf("text"), body: evil }, faq]);
  expect(saved.text).toContain("Removed from Sections");
  const html = await read("/evil");
  expect(html).not.toMatch(/onclick="x|alert\(1\)|<img src=x/);
  await query(
    `update landing_pages set sections = replace(sections::text, 'Hi', 'Hi<script>alert(2)</script>')::json`,
  );
  expect(await read("/evil")).not.toContain("alert(2)");
});

test("a page can have 30 sections of all types with very long words", async () => {
  const long = <Part>(part: Part): Part =>
    (typeof part === "string"
      ? /^(\/|#|https|quick|service|none|latest|first|right)/.test(part)
        ? part
        : "Llanfairpwllgwyngyll".repeat(2)
      : Array.isArray(part)
        ? part.map(long)
        : part && typeof part === "object"
          ? Object.fromEntries(
              Object.entries(part).map(([key, value]) => [
                key,
                /^(type|url|image|.*_href)$/.test(key) ? value : long(value),
              ]),
            )
          : part) as Part;
  const each = SECTION_TYPES.map((type) => long(modelOf(type)));
  const video = { ...modelOf("video"), url: "https://youtu.be/dQw4w9WgXcQ" };
  const again = each.filter(({ type }) => type !== "hero" && type !== "form");
  const hidden = { ...modelOf("text"), title: "Secret", is_hidden: true };
  const all = [...each, { ...modelOf("form"), form: "contact" }, video, hidden, ...again].slice(0, 30);
  const { status, text } = await add({ slug: "everything", service: "local-seo" }, all);
  expect([status, text]).toEqual([200, expect.stringContaining("successfully")]);
  const answer = await request("/everything");
  const html = await answer.text();
  expect(answer.headers.get("Content-Security-Policy")).toContain("youtube-nocookie.com");
  for (const mark of [
    'data-form="service"',
    'data-form="contact"',
    'class="compare"',
    'data-video="dQw4w9WgXcQ"',
    'class="tiles"',
  ])
    expect(html).toContain(mark);
  expect(html).not.toContain("Secret");
  expect(headingsOf(html, 1)).toHaveLength(1);
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([]);
});

test("buttons that link to a form go to the page's other form if it's not there, or else to the contact page", async () => {
  const buttons = [
    { label: "Get a quote", href: "#inquiry" },
    { label: "Call me back", href: "#hero-form" },
  ];
  const form: Section = { ...modelOf("form"), is_hidden: true };
  const quick: Section = { ...hero, buttons };
  const links = async () =>
    [
      ...(await read("/local-seo-in-brooklyn")).matchAll(/href="([^"]*)"[^>]*>(?:Get a quote|Call me back)/g),
    ].map(([, href]) => href);
  await add({}, [quick, form]);
  expect(await links()).toEqual(["#hero-form", "#hero-form"]);
  // Next to its form, the hero's buttons don't lead past it.
  await update({}, [quick, { ...form, is_hidden: false }]);
  expect(await links()).toEqual(["#hero-form", "#hero-form"]);
  await update({}, [
    { ...quick, form: "none" },
    { ...form, is_hidden: false },
  ]);
  expect(await links()).toEqual(["#inquiry", "#inquiry"]);
  await update({}, [{ ...quick, form: "none" }, form]);
  expect(await links()).toEqual(["/contact", "/contact"]);
});

test("each plan has a button, its own or the section's, and one can be marked", async () => {
  const plan = (name: string, more: object = {}) => ({
    ...{ name, badge: "", price: "$500/month", text: "", features: ["Reports"] },
    ...{ button_label: "", button_href: "", ...more },
  });
  const plans = [
    plan("Small"),
    plan("Medium", { badge: "Most popular" }),
    plan("Large", { button_label: "Call us", button_href: "/contact" }),
  ];
  const prices = { ...modelOf("prices"), plans, button_label: "Start", button_href: "/about" };
  await add({}, [hero, prices]);
  const listed = async () =>
    (await read("/local-seo-in-brooklyn"))
      .split('<li class="card lp__plan')
      .slice(1)
      .map((html) => {
        const [plan = ""] = html.split('<li class="card', 1);
        const [, button = "", label = ""] = /<a class="btn[^"]*" href="([^"]*)">(.*?)<\/a>/s.exec(plan) ?? [];
        return [wordsOf(label), button, plan.includes("Most popular")];
      });
  expect(await listed()).toEqual([
    ["Start : Small", "/about", false],
    ["Start : Medium", "/about", true],
    ["Call us : Large", "/contact", false],
  ]);
  const own = plans.slice(2);
  await update({}, [
    hero,
    { ...prices, button_label: "", plans: [...own, ...plans.slice(0, 1)] },
    modelOf("text"),
  ]);
  expect((await listed())[0]).toEqual(["Call us : Large", "/contact", false]);
  expect(await read("/local-seo-in-brooklyn")).not.toContain(": Small");
});

test("the people are those of the Team page, the first or the chosen ones, as they are now", async () => {
  const people: Section = { ...modelOf("people"), title: "Who answers" };
  await add({}, [hero, people, { ...people, from: "chosen", names: ["Hana Villaseñor", "Nobody"] }]);
  const shown = async () =>
    elementsOf(await read("/local-seo-in-brooklyn"), "ul", "lp__people").map((html) =>
      elementsOf(html, "b").map(wordsOf),
    );
  const [kwame, priya] = team.members.items;
  expect(await shown()).toEqual([["Marisol Whitcombe", kwame!.name, priya!.name], ["Hana Villaseñor"]]);
  const { status } = await save("content", {
    ...{ intent: "update", id: "", version: "0", page_name: "team", section_name: "members" },
    ...{ content_key: "items", content_type: "json" },
    content_value: JSON.stringify([{ ...kwame, name: "Ada Byron", position: "Analyst" }]),
  });
  expect(status).toBe(200);
  // No one is left of the second section, so it's gone with its heading.
  expect(await shown()).toEqual([["Marisol Whitcombe", "Ada Byron"]]);
  const html = await read("/local-seo-in-brooklyn");
  expect(headingsOf(html, 2).filter((title) => title === "Who answers")).toHaveLength(1);
  expect(wordsOf(html)).toContain("Ada Byron Analyst");
  await clear("website_content");
});

test("photos and words are asked for in previews, never on the site", async () => {
  const body = "<p>[Name a client in Brooklyn.]</p><p>Words that stay.</p>";
  const photo = { ...modelOf("image_text"), title: "Here", body, alt_text: "[Add a photo from Brooklyn]" };
  await add({}, [hero, photo]);
  const live = await read("/local-seo-in-brooklyn");
  expect(live).not.toMatch(/Add a photo|Name a client/);
  expect(live).toContain("Words that stay.");
  const [row] = await rows();
  const form = { kind: "landing-pages", record: row!.id, title: "Local SEO in Brooklyn", version: "1" };
  const preview = await request(`${PANEL}/preview`, { ...form, sections: JSON.stringify([hero, photo]) });
  const shown = await read(`${PANEL}/preview?id=${(await preview.json()).id}`);
  expect(elementsOf(shown, "p", "lp__prompt").map(wordsOf)).toEqual(["[Add a photo from Brooklyn]"]);
  expect(wordsOf(shown)).toContain("[Name a client in Brooklyn.]");
  expect(await read(`${PANEL}/page-checks?path=/local-seo-in-brooklyn`)).toContain("[Add a photo from");
  // With an image, the prompt isn't its alt text.
  await update({}, [hero, { ...photo, image: "/placeholder.svg" }]);
  const html = await read("/local-seo-in-brooklyn");
  expect(html).toMatch(/<img[^>]*src="\/placeholder.svg"[^>]*alt=""/);
  expect(html).not.toContain("Add a photo");
});

test("all headings of sections have one size", async () => {
  const all = SECTION_TYPES.map((type) => ({ ...modelOf(type), title: `Title of ${type}` }));
  await add({ title: "Sizes", slug: "sizes", service: "local-seo", in_related: "on" }, all);
  await add({ title: "Neighbor", slug: "neighbor", service: "local-seo", in_related: "on" });
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await read("/sizes")) ?? [];
  const classes = [...main.matchAll(/<h2([^>]*)>/g)].map(([, attributes]) => attributes!.trim());
  expect(classes.length).toBeGreaterThan(8);
  expect(classes.filter((one) => !one.includes('class="h2"'))).toEqual([]);
});

test("the checks report links to places that the page doesn't have", async () => {
  const call: Section = { ...modelOf("call"), button_href: "#prices", secondary_href: "#main" };
  await add({ slug: "jumps" }, [hero, { ...call, secondary_label: "Up" }]);
  const report = await read(`${PANEL}/page-checks?path=/jumps`);
  expect(report).toContain("Broken links: #prices.");
});

test("a page without menus links only to its form, the phone, the home page and the legal pages", async () => {
  await save("settings", { intent: "save", phone_number: "(212) 555-0188" });
  await add({ slug: "other", in_header: "on", in_footer: "on", title: "Another page" });
  await add({ slug: "spring-sale", without_menus: "on", switches: "without_menus" });
  const linksOf = (html: string, part: string) =>
    [...(new RegExp(`<${part}[\\s\\S]*?</${part}>`).exec(html)?.[0] ?? "").matchAll(/href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
  const html = await read("/spring-sale");
  expect(linksOf(html, "header")).toEqual(["/", "tel:+12125550188", "#hero-form"]);
  expect(linksOf(html, "footer")).toEqual(["/privacy", "/terms"]);
  expect(/<nav class="cta-bar"[\s\S]*?<\/nav>/.exec(html)?.[0]).toContain('href="#hero-form"');
  expect(linksOf(await read("/other"), "header").length).toBeGreaterThan(20);
  await save("settings", { intent: "save", phone_number: "" });
});

test("a page that begins as a campaign has no menus and is listed nowhere", async () => {
  const form = await read(`${PANEL}/pages/added?add=1&from=campaign`);
  expect(form).toMatch(/<input[^>]*name="without_menus"[^>]*checked=""/);
  expect(form).not.toMatch(/<input[^>]*name="in_(?:header|footer|sitemap|related)"[^>]*checked=""/);
  const other = await read(`${PANEL}/pages/added?add=1&from=blank`);
  expect(other).not.toMatch(/<input[^>]*name="without_menus"[^>]*checked=""/);
});

test("an enquiry from a landing page is stored with that page and its service", async () => {
  const form = modelOf("form");
  await add({ slug: "brooklyn", service: "gbp-optimization" }, [hero, form, { ...form, form: "contact" }]);
  expect(await read("/brooklyn")).toContain('<option selected="">GBP Optimization</option>');
  const either = { phone: "+1 555 010 0200", email: "ada@example.com", website: "example.com" };
  const quick = { ...either, firstName: "Ada", lastName: "Low", service: "Local SEO" };
  const full = { ...either, name: "Ada", services: "GBP Optimization", message: "Please call me back." };
  for (const [formName, fields] of Object.entries({ hero: quick, service: full, contact: full })) {
    const sent = await request("/brooklyn", { formName, ...fields });
    expect([formName, sent.status]).toEqual([formName, 200]);
  }
  expect(await query("select form_type, page from enquiries order by created_at")).toEqual([
    { form_type: "contact", page: "/brooklyn" },
    { form_type: "service", page: "/brooklyn" },
    { form_type: "contact", page: "/brooklyn" },
  ]);
  expect(wordsOf(await read(`${PANEL}/enquiries/sources?by=page&days=30`))).toContain("/brooklyn 3 ");
});

test("an enquiry from a page that was renamed, changed, unpublished or deleted since is stored", async () => {
  const send = async (path: string, message: string) => {
    const answer = await request(path, {
      formName: "contact",
      name: "Ada",
      email: "ada@example.com",
      message,
    });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(formOf(await answer.text(), "contact")).toContain("Thank you for your message!");
  };
  await add({ slug: "first" }, [hero, { ...modelOf("form"), form: "contact" }]);
  await update({ slug: "second" }, [hero]);
  await send("/first", "renamed");
  await send("/second", "form removed");
  await query("update landing_pages set published = false");
  await send("/second", "unpublished");
  await query("update landing_pages set deleted_at = now()");
  await send("/second", "deleted");
  await query("delete from landing_pages");
  await send("/second", "purged");
  expect(await query("select page, message from enquiries order by created_at")).toEqual([
    { page: "/first", message: "renamed" },
    { page: "/second", message: "form removed" },
    { page: "/second", message: "unpublished" },
    { page: "/second", message: "deleted" },
    { page: "/second", message: "purged" },
  ]);
});

test("if the enquiry can't be stored, the form keeps what was typed", async () => {
  await add({ slug: "brooklyn" }, [hero, { ...modelOf("form"), form: "contact" }]);
  const fields = { formName: "contact", name: "Ada", email: "ada@example.com", message: "Hello there" };
  const admin = { ...database, database: "postgres" };
  const allow = (value: boolean) =>
    queryOnce(admin, `alter database ${database.database} allow_connections ${value}`);
  await allow(false);
  await queryOnce(admin, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    database.database,
  ]);
  const answer = await request("/brooklyn", fields).finally(() => allow(true));
  expect(answer.status).toBe(503);
  const form = formOf(await answer.text(), "contact");
  expect(form).toContain("Failed to send message. Please try again.");
  expect(form).toContain("Hello there");
});

test("menus and service pages link to the chosen landing pages", async () => {
  const menus = { in_header: "on", in_footer: "on", in_related: "on" };
  for (const n of [9, 8, 7, 6, 5, 4, 3, 2, 1])
    await add({
      ...{ title: `Page ${n}`, slug: `page-${n}`, sort: String(n), ...menus },
      service: n < 6 ? "local-seo" : "",
    });
  await add({ title: "Page 0", slug: "page-0", service: "local-seo", in_related: "off" });
  const html = await read("/services/local-seo");
  const linksIn = (part: string) => [...part.matchAll(/href="\/page-(\d)"/g)].map(([, n]) => n).join("");
  const [header = "", rest = ""] = html.split("</header>");
  const [main = "", footer = ""] = rest.split("<footer");
  // The dropdown and the mobile menu both list these pages, but at most three without a service, so not page 9.
  expect(linksIn(header)).toBe("1234567812345678");
  expect(linksIn(main)).toBe("12345");
  expect(linksIn(footer)).toBe("12345678");
});

describe("50 pages for a service", () => {
  const SERVICE = "/services/local-seo";
  const path = (n: number) => `${SERVICE}/town-${n}`;
  const insert = (count: number) =>
    query(
      `insert into landing_pages (title, slug, service, area, sections)
       select 'Local SEO in Town ' || n, 'services/local-seo/town-' || n, 'local-seo',
         'Town ' || n || ', ' || (array['NY', 'NJ'])[n % 2 + 1], '[]' from generate_series(1, $1) as n`,
      [count],
    );
  const linksIn = (html: string) =>
    [...html.matchAll(/href="(\/services\/local-seo\/town-\d+)"/g)].map(([, path]) => path!);
  const blockOf = (html: string) =>
    /<nav [^>]*aria-labelledby="related-pages".*?<\/nav>/s.exec(html)?.[0] ?? "";
  const allOf = (html: string) => /<details[^>]*>.*?<\/details>/s.exec(blockOf(html))?.[0] ?? "";

  test("the service's page links to all of them, in groups, without scripts", async () => {
    await insert(50);
    const html = await read(SERVICE);
    const all = allOf(html);
    expect(wordsOf(all)).toMatch(/^All 50 locations /);
    expect(linksIn(all).sort()).toEqual(Array.from({ length: 50 }, (_, i) => path(i + 1)).sort());
    expect(headingsOf(all, 3)).toEqual(["NJ", "NY"]);
    expect(linksIn(blockOf(html).replace(all, ""))).toHaveLength(12);
  });

  test("each page links to its neighbors and to the list, and every page is linked", async () => {
    await insert(50);
    const linked = new Map<string, number>();
    for (let n = 1; n <= 50; n++) {
      const block = blockOf(await read(path(n)));
      expect(block).toContain(`href="${SERVICE}#related-pages"`);
      expect(wordsOf(block)).toContain("All 50 locations");
      const links = linksIn(block);
      expect(links).toHaveLength(6);
      expect(links).not.toContain(path(n));
      for (const link of links) linked.set(link, (linked.get(link) ?? 0) + 1);
    }
    expect([...linked.values()]).toEqual(Array.from({ length: 50 }, () => 6));
  });

  test("up to 12 pages need no list of all, and a page alone has no neighbors", async () => {
    await insert(1);
    expect(blockOf(await read(path(1)))).toBe("");
    await query("delete from landing_pages");
    await insert(12);
    expect(allOf(await read(SERVICE))).toBe("");
    expect(linksIn(blockOf(await read(SERVICE)))).toHaveLength(12);
    await query("update landing_pages set area = ''");
    expect(wordsOf(blockOf(await read(path(1))))).toContain("All 12 pages");
  });

  test("drafts, deleted and unlisted pages are left out, and those without menus link to no others", async () => {
    await insert(20);
    const set = (what: string, n: number) =>
      query(`update landing_pages set ${what} where slug = 'services/local-seo/town-${n}'`);
    await set("published = false", 2);
    await set("deleted_at = now()", 3);
    await set("in_related = false", 4);
    await set("without_menus = true", 5);
    expect(wordsOf(allOf(await read(SERVICE)))).toContain("All 17 locations");
    for (const one of [SERVICE, path(1), path(6)])
      for (const n of [2, 3, 4]) expect(linksIn(await read(one))).not.toContain(path(n));
    expect(blockOf(await read(path(4)))).toBe("");
    expect(blockOf(await read(path(5)))).toBe("");
    expect(linksIn(await read(path(1)))).toHaveLength(6);
    // Publishing one updates the cached pages.
    await query("update landing_pages set published = true");
    expect(wordsOf(allOf(await read(SERVICE)))).toContain("All 18 locations");
    expect(wordsOf(blockOf(await read(path(1))))).toContain("All 18 locations");
  });
});

describe("adding many pages at once", () => {
  const template = async () => {
    await save(TAB, {
      intent: "add",
      title: "Local SEO in {city}",
      slug: "services/local-seo/template",
      sections: JSON.stringify([
        { ...hero, title: "SEO in {city}, {state}" },
        { ...modelOf("text"), body: "<p>{city} is in {state}.</p>" },
      ]),
      published: "off",
      switches: "published",
    });
    return (await rows())[0]!.id;
  };
  const many = (of: string, csv: string, form: Record<string, string> = {}) =>
    save(TAB, { intent: "add-many", template: of, csv, ...form });
  const cities = (count: number) =>
    ["City, State", ...Array.from({ length: count }, (_, i) => `Town ${i + 1},"N""Y <b>"`)].join("\n");

  test("50 city pages are previewed, drafted, published and reverted together", async () => {
    const id = await template();
    const shown = await many(id, cities(50), { preview: "1" });
    const form = { kind: "landing-pages", record: "new", template: id, csv: cities(50) };
    const preview = await request(`${PANEL}/preview`, { ...form, row: "6" });
    const page = await read(`${PANEL}/preview?id=${(await preview.json()).id}`);
    expect(headingsOf(page, 1)).toEqual(['SEO in Town 7, N"Y <b>']);
    expect((await request(`${PANEL}/preview`, { ...form, row: "50" })).status).toBe(400);
    expect([shown.status, (await rows()).length]).toEqual([200, 1]);
    const added = (await many(id, cities(50))).text;
    expect(added).toContain("50 drafts added");
    const [, drafts = ""] = /changes\?drafts=([\w.-]+)/.exec(added) ?? [];
    expect(drafts.split(".").sort()).toEqual((await namesOfDrafts(query)).split(".").sort());
    expect(new Set(drafts.split(".")).size).toBe(50);
    const path = "/services/local-seo/local-seo-in-town-7";
    expect(await statusOf(path)).toEqual([404, null]);
    const published = await save("changes", { intent: "publish", drafts });
    expect(published.status).toBe(200);
    expect((await rows()).filter((row) => row.published)).toHaveLength(50);
    const html = await read(path);
    expect(wordsOf(html)).toContain('Town 7 is in N"Y <b>.');
    expect(html).not.toContain("<b>.");
    await undo(published);
    expect((await rows()).filter((row) => row.published)).toHaveLength(0);
    expect(await statusOf(path)).toEqual([404, null]);
  });

  test.each([
    ["city,state", "no rows"],
    ["city\nBrooklyn", "no column for {state}"],
    [
      "city,state\nBrooklyn,NY\nbrooklyn!,NY",
      "Line 3: /services/local-seo/local-seo-in-brooklyn appears twice.",
    ],
    [cities(201), "Add at most 200 pages"],
    ['city,state\n"Brooklyn,NY', "We couldn't read this list"],
    ["city\tstate\nBrooklyn\t\n", "Line 2: The column for {state} is empty."],
  ])("an invalid list is rejected as a whole: %#", async (csv, reason) => {
    const { status, text } = await many(await template(), csv);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
    expect(await rows()).toHaveLength(1);
    expect(await query("select from change_sets")).toHaveLength(0);
  });
});

test("the publish checks report sample wording and nearly identical pages", async () => {
  const words =
    "<p>We help shops on every block get found by the people next door who are looking for them right now, and we show each month what came of it in calls and sales.</p>";
  for (const slug of ["one", "two"])
    await add({ title: `Page ${slug}`, slug }, [hero, { ...modelOf("text"), body: words }]);
  const report = await read(`${PANEL}/page-checks?path=/one`);
  expect(report).toContain("“[A heading]”");
  expect(report).toContain("are also on “Page two”. Google treats");
});
