import { beforeEach, expect, test } from "vitest";
import { home } from "../../app/copy/site/home.ts";
import { builtInValue } from "../../app/features/website-content/built-in.ts";
import { PANEL } from "../support/owner.ts";
import { decode, elementsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, read, without, ...site } = await openPanelSite();
const save = (form: Record<string, string>) => site.save("content", form);
const content = (more: Record<string, string> = {}) => ({
  intent: "add",
  page_name: "home",
  section_name: "hero",
  content_key: "title",
  content_type: "text",
  content_value: "Rank where it pays",
  ...more,
});
const stored = async () =>
  (
    await query<{ id: string; content_value: string }>(
      "select * from website_content where deleted_at is null",
    )
  )[0]!;
const titleOfHome = async () => wordsOf(elementsOf(await read("/"), "h1")[0] ?? "");
const tab = (search = "") => read(`${PANEL}/content${search}`);

beforeEach(async () => void (await query("delete from website_content")));

test("built-in and custom content can be updated", async () => {
  const first = await save(content({ intent: "update", id: "", version: "0" }));
  expect([first.status, first.text]).toEqual([200, expect.stringContaining("Content updated successfully")]);
  expect(first.text).toContain("Home, top of the page: headline.");
  const { id } = await stored();
  await save(content({ intent: "update", id, version: "1", content_value: "Twice" }));
  expect(await titleOfHome()).toBe("Twice");
});

test("a link to an unknown page of this site is saved and reported", async () => {
  const write = (text: Record<string, string>) =>
    save(content({ intent: "update", id: "", version: "0", ...text }));
  const menu = {
    page_name: "header",
    section_name: "navigation",
    content_key: "items",
    content_type: "json",
  };
  const items = [{ label: "News", href: "/no-such-page" }];
  const { status, text } = await write({ ...menu, content_value: JSON.stringify(items) });
  expect([status, text]).toEqual([200, expect.stringContaining("There's no page at /no-such-page, so")]);
  const terms = { page_name: "privacy", section_name: "content", content_key: "html", content_type: "html" };
  const content_value = '<p><a href="/blog">A</a> <a href="/nowhere?a=1&amp;b=2">B</a></p>';
  expect((await write({ ...terms, content_value })).text).toContain(
    "There's no page at /nowhere?a=1&b=2, so",
  );
});

test("a menu too wide for one row is reported", async () => {
  const menu = { page_name: "header", section_name: "navigation", content_key: "items" };
  const items = [
    "Services",
    "Case Studies",
    "About",
    "Team",
    "SEO News",
    "Pricing",
    "Careers",
    "Partners",
    "Resources",
  ];
  const content_value = JSON.stringify(items.map((label) => ({ label, href: "/contact" })));
  const opened = () => tab("?edit=header:navigation:items");
  expect(await opened()).not.toContain("every visitor sees a menu button");
  const { text } = await save(
    content({ intent: "update", id: "", version: "0", ...menu, content_type: "json", content_value }),
  );
  expect(text).toContain("every visitor sees a menu button");
  expect(await opened()).toContain("every visitor sees a menu button");
});

test("a save with an invalid version number gets a 400", async () => {
  for (const version of ["99999999999", "-1", "1.5", "one"])
    expect([version, (await save(content({ intent: "update", id: "", version }))).status]).toEqual([
      version,
      400,
    ]);
});

test("deleting content restores the default, and can be undone", async () => {
  await save(content());
  const { id } = await stored();
  const deleted = await save({ intent: "delete", id });
  expect(deleted.text).toContain("Content deleted successfully");
  expect(await titleOfHome()).toBe(home.hero.title);
  expect((await site.undo(deleted)).text).toContain("Undone");
  expect(await titleOfHome()).toBe("Rank where it pays");
});

test.each(["page_name", "section_name", "content_key", "content_value"])(
  "a save without %s gets a 400 and stores nothing",
  async (field) => {
    const { status, text } = await save(content({ [field]: " " }));
    expect([status, text]).toEqual([400, expect.stringContaining("Please fill in all required fields")]);
    expect(await query("select 1 from website_content")).toEqual([]);
  },
);

test("each missing field has its own message", async () => {
  const { text } = await save(content({ page_name: "", section_name: "", content_value: "" }));
  for (const message of ["Choose a page.", "Enter a section.", "Enter a value."])
    expect(text).toContain(message);
});

test("an invalid value is rejected with the number of the line or item to fix", async () => {
  const list = content({ content_key: "points", content_type: "json", content_value: '[\n"a",\n]' });
  const added = await save(list);
  expect([added.status, added.text]).toEqual([400, expect.stringContaining("Failed to add content")]);
  expect(added.text).toContain("Line 3: remove the comma after the last item.");
  const updated = await save({
    ...list,
    intent: "update",
    id: "",
    version: "0",
    content_value: '[{"a":1}]',
  });
  expect(updated.text).toContain("Failed to update content");
  expect(updated.text).toContain("Item 1 must be text in double quotes.");
});

test("HTML is sanitized on save and again on reading", async () => {
  const html = content({
    page_name: "about",
    section_name: "mission",
    content_key: "body",
    content_type: "html",
  });
  const { text } = await save({ ...html, content_value: "<p onclick='x()'>Ours.</p><script>x()</script>" });
  expect(text).toContain("Removed from the text: onclick on <p>, <script>.");
  expect((await stored()).content_value).toBe("<p>Ours.</p>");
  await query("update website_content set content_value = '<p>Ours.</p><img src=x onerror=alert(1)>'");
  const about = await read("/about");
  expect(about).toContain("<p>Ours.</p>");
  expect(about).not.toContain("onerror");
});

test("if a stored value has the wrong type, the page shows the default and the panel flags the value", async () => {
  await query(`insert into website_content (page_name, section_name, content_key, content_value, content_type)
    values ('home', 'hero', 'points', 'no list', 'json'), ('home', 'audit', 'sample_score', 'many', 'number')`);
  expect(wordsOf(await read("/"))).toContain(home.hero.points[0]);
  const words = wordsOf(await tab("?state=changed"));
  expect(words.match(/Invalid/g)).toHaveLength(2);
  expect(words).toContain("The page shows the built-in text instead. Enter a number, such as 61.");
});

test("colors and images take effect where they're used", async () => {
  await save(content({ content_key: "chart_color", content_type: "color", content_value: "#AA3300" }));
  const logo = { page_name: "header", section_name: "brand", content_key: "logo_image" };
  await save(content({ ...logo, content_type: "image_url", content_value: "https://cdn.example/logo.webp" }));
  const page = await read("/contact");
  expect(page.match(/<img (?:class="logo__plate" )?src="https:\/\/cdn\.example\/logo\.webp"/g)).toHaveLength(
    2,
  );
  expect(await read("/")).toContain('stroke="#AA3300"');
});

test("the table marks built-in, customized and unused texts", async () => {
  await save(content());
  await save(content({ content_key: "own", content_value: "Nowhere" }));
  const rows = async (search: string) =>
    elementsOf(await tab(search), "tr")
      .slice(1)
      .map(wordsOf);
  expect(await rows("?filter=home&search=hero+title")).toEqual([
    expect.stringMatching(/^top of the page: headline Home Rank where it pays Customized/),
  ]);
  expect(await rows("?search=hero+subtitle&filter=about")).toEqual([
    expect.stringMatching(/^top of the page: subheadline About .* Built-in text/),
  ]);
  expect(await rows("?state=unused")).toEqual([
    expect.stringMatching(/top of the page: own Home Nowhere Not used on any page/),
  ]);
  expect(await rows("?search=hero+subtitle&filter=about&keys=1")).toEqual([
    expect.stringMatching(/^top of the page: subheadline About about \/ hero \/ subtitle text /),
  ]);
  expect(await rows("?search=no-such-words")).toEqual([]);
  expect(await rows("?search=Get+a+Free+SEO+Audit")).toContainEqual(
    expect.stringMatching(/^free audit: headline Home Get a Free SEO Audit Built-in text/),
  );
  expect(await rows("?state=changed")).toHaveLength(1);
  expect(wordsOf(await tab())).toContain("content items, 1 customized");
  expect(wordsOf(await tab("?search=footer+bottom"))).toMatch(/\d+ content items?, 0 customized/);
});

test("each text in the list links to a page that shows the text, or says why none does", async () => {
  const rows = async (page: string) => {
    const html = (await tab(`?filter=${page}`)) + (await tab(`?filter=${page}&page=2`));
    return elementsOf(html, "tr").map((row) => ({
      words: wordsOf(row),
      path: /<a [^>]*title="View on site"[^>]* href="([^"]*)"/.exec(row)?.[1],
    }));
  };
  const rowOf = async (page: string, address: string) =>
    (await rows(page)).find(({ words }) => words.includes(`Edit ${page} ${address}`))!;
  const none = [
    ["blog", "detail cta_title", "none is published yet"],
    ["case-studies", "detail cta_title", "none is published"],
    ["not-found", "gone title", "There are none at the moment"],
    ["blog", "newsletter_confirm title", "on the newsletter's confirmation page"],
    ["blog", "newsletter_unsubscribe title", "on the newsletter's unsubscribe page"],
  ] as const;
  for (const [page, address, when] of none) {
    const { words, path } = await rowOf(page, address);
    expect([words, path]).toEqual([expect.stringContaining(when), undefined]);
  }
  await query(`
    insert into redirects (from_path) values ('/gone');
    insert into industries (name) values ('Local Business');
    insert into case_studies (title, slug, client, industry, industry_id) select 'S', 's', 'C', name, id from industries;
    insert into blog_posts (title, slug, content) values ('P', 'p', '<p>x</p>')`);
  const shown = [
    ["blog", "hero title"],
    ["blog", "newsletter title"],
    ["blog", "newsletter_unknown title"],
    ["blog", "detail cta_title"],
    ["blog", "detail not_found_title"],
    ["case-studies", "hero title"],
    ["case-studies", "detail cta_title"],
    ["case-studies", "detail not_found_title"],
    ["services", "process title"],
    ["services", "shared_page contents_title"],
    ["services", "shared_forms website_placeholder"],
    ["not-found", "hero title"],
    ["not-found", "gone title"],
    ["footer", "about text"],
  ] as const;
  const unseen: string[] = [];
  for (const [page, address] of shown) {
    const { path } = await rowOf(page, address);
    const [section = "", key = ""] = address.split(" ");
    const value = builtInValue({ page_name: page, section_name: section, content_key: key }) as string;
    if (!decode(await read(path!)).includes(value)) unseen.push(`${page} ${address} at ${path}`);
  }
  expect(unseen).toEqual([]);
});

test("a text's link to the site highlights the text there", async () => {
  const wayTo = async (name: string) => {
    const html = (await tab("?filter=home")) + (await tab("?filter=home&page=2"));
    const row = elementsOf(html, "tr").find((one) => wordsOf(one).includes(`Edit home ${name}`))!;
    return /title="View on site"[^>]* href="([^"]*)"/.exec(row)?.[1];
  };
  expect(await wayTo("hero title")).toBe("/#:~:text=SEO%20That%20Brings%20You%20Customers");
  expect(await wayTo("hero points")).toBe("/#:~:text=Clear%20prices%20and%20written%20guarantees");
  expect(await wayTo("hero primary_href")).toBe("/");
  expect(await wayTo("cta primary_label")).toBe(
    "/#:~:text=Ready%20to%20Grow%20Your%20Online%20Presence%3F,Get%20Free%20Consultation",
  );
  const { text } = await save(content());
  expect(text).toContain("View on site");
  expect(text).toContain("/#:~:text=Rank%20where%20it%20pays");
});

test("the page selector lists the spec's pages, then all others with content", async () => {
  await save(content({ page_name: "landing" }));
  const [filter = ""] = elementsOf(await tab(), "select", 'aria-label="Page filter"');
  const options = elementsOf(filter, "option").map(wordsOf);
  expect(options.slice(0, 9)).toEqual(
    "all home about services contact case-studies blog footer header".split(" "),
  );
  expect(options).toContain("services/local-seo");
  expect(options.at(-1)).toBe("landing");
});

test("an invalid key opens nothing", async () => {
  for (const edit of ["x", "a:b:c", "%25", "home:hero:constructor"])
    expect((await request(`${PANEL}/content?edit=${edit}`)).status).toBe(200);
});

test("a failed save says 'What you typed is still here'", async () => {
  await without("website_content", async () => {
    const rows = { page_name: "home", section_name: "compare", content_key: "rows", content_value: "[]" };
    const update = await save({ intent: "update", id: "", version: "0", content_type: "json", ...rows });
    expect([update.status, update.text]).toEqual([
      500,
      expect.stringContaining("What you typed is still here"),
    ]);
  });
});

test("choosing a headline's highlighted words doesn't change the headline", async () => {
  const markedIn = async () =>
    /<h1[^>]*>.*?<\/h1>/s.exec(await read("/"))![0].match(/<span class="hl">[^<]*/g);
  const mark = (words: string) =>
    save(
      content({ intent: "update", id: "", version: "0", content_key: "marked_words", content_value: words }),
    );
  expect(await markedIn()).toEqual(['<span class="hl">Customers']);
  expect((await mark("That")).status).toBe(200);
  expect(await markedIn()).toEqual(['<span class="hl">That']);
  expect(await titleOfHome()).toBe(home.hero.title);
  await query("delete from website_content");
  expect((await mark("")).status).toBe(200);
  await expect.poll(markedIn).toBeNull();
});

test("a logo that contains the name is shown without the name next to it", async () => {
  const brand = (content_key: string, content_value: string, content_type = "image_url") =>
    save(content({ page_name: "header", section_name: "brand", content_key, content_value, content_type }));
  const saved = await brand("logo_image", "/share/home.png");
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("finish the setup in Settings")]);
  expect((await brand("logo_text", "", "text")).status).toBe(200);
  expect((await brand("mark_image", "/share/team.png")).status).toBe(200);
  const logosOf = (html: string) =>
    [...html.matchAll(/<a class="logo[^>]*>(.*?)<\/a>/gs)].map(([, logo]) => logo);
  const logo = '<img src="/share/home.png" alt="" width="40" height="40"/>';
  const contact = await read("/contact");
  // An image outside the library may be transparent, so the logo gets a light plate.
  expect(logosOf(contact)).toEqual([logo, logo.replace("<img", '<img class="logo__plate"')]);
  expect(contact).toContain('<link rel="icon" href="/share/team.png"/>');
  expect(contact).toMatch(/"logo":\{"@type":"ImageObject","url":"[^"]*\/share\/home\.png"\}/);
  expect(await read("/site.webmanifest")).toContain('"icons":[{"src":"/share/team.png"');

  await brand("logo_image_dark", "/share/about.png");
  const home = await read("/");
  expect(logosOf(home)).toEqual([logo, logo.replace("home", "about")]);
  expect(home).toContain('<link rel="icon" href="/share/team.png"/>');
  expect(home + contact).not.toMatch(/favicon|mark\.svg|icon-512/);
  // The panel's header and sign-in page show the logo too.
  for (const html of [await read(`${PANEL}/dashboard`), await (await fetch(site.url + PANEL)).text()]) {
    const [shown] = /<(?:span class="abar__logo|p class="login__logo).*?<\/(?:span|p)>/s.exec(html) ?? [];
    expect(shown).toContain('src="/share/home.png"');
    expect(shown).toContain('src="/share/about.png"');
    // The empty logo text means that the logo contains the name, so only screen readers get the name.
    expect(shown).toMatch(/<span class="sr">SEO Pro Zone<\/span>/);
  }
});
