// Every page's texts are in every-text.test.ts.
import { expect, test } from "vitest";
import { elementsOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { save, url } = await openPanelSite();
const read = async (path: string) => (await fetch(url + path)).text();
const about = await readPage(`${url}/about`);
const team = await readPage(`${url}/team`);

test("the About page's four stat tiles have the spec's figures", () => {
  const tiles = elementsOf(elementsOf(about.main, "dl", "tiles")[0]!, "div").map(wordsOf);
  expect(tiles).toHaveLength(4);
  for (const [i, [what, value]] of [
    ["projects", "500+"],
    ["years", "10+"],
    ["retention", "95%"],
    ["average traffic increase", "250%"],
  ].entries()) {
    expect(tiles[i]?.toLowerCase()).toContain(what);
    expect(tiles[i]).toContain(value);
  }
});

test("the About page lists the spec's six reasons", () => {
  const reasons = headingsOf(elementsOf(about.main, "ul", "reasons")[0]!, 3)
    .join(", ")
    .toLowerCase();
  expect(reasons).toBe(
    "experience, happy customers, proven results, strategic approach, 24/7 support, white-hat practices",
  );
});

test("the About page has its sections in order and links to /contact and /case-studies", () => {
  const titles = headingsOf(about.main, 2).filter((title) => /Mission|Approach|Choose/.test(title));
  expect(titles).toEqual(["Our Mission", "Our Approach", "Why Choose Us"]);
  const last = elementsOf(about.main, "section").at(-1)!;
  for (const path of ["/contact", "/case-studies"]) expect(last).toContain(`href="${path}"`);
});

test("the CEO and the eight team members have positions and expertise tags", () => {
  const leader = elementsOf(team.main, "article", "ceo")[0]!;
  expect(wordsOf(leader)).toContain("Founder and CEO");
  const members = team.main
    .slice(team.main.indexOf('class="grid g4"'))
    .split('<li class="card member"')
    .slice(1);
  expect(new Set(members.map((member) => headingsOf(member, 3)[0])).size).toBe(8);
  for (const card of [leader, ...members]) {
    expect(wordsOf(elementsOf(card, "p")[0] ?? "")).toMatch(/\w/);
    expect(elementsOf(card, "li", "badge").length).toBeGreaterThanOrEqual(3);
  }
  // Sample people have no profiles to link to (decision 0035.27).
  for (const card of [leader, members[0]]) expect(card).not.toMatch(/class="socials|<a /);
  expect(team.html).not.toMatch(/"@type":\s*"(Person|Review|AggregateRating)"/);
});

// Decision 0035.16.
const PAGES = [
  "/",
  "/about",
  "/team",
  "/contact",
  "/privacy",
  "/terms",
  "/services/local-seo",
  "/sitemap",
  "/none",
];

const content = (
  page_name: string,
  section_name: string,
  content_key: string,
  content_value: string,
  type = "text",
) =>
  save("content", {
    ...{ intent: "update", id: "", version: "0", content_type: type },
    ...{ page_name, section_name, content_key, content_value },
  });

test("a site with no settings has no sample phone number or email on its legal pages", async () => {
  for (const path of ["/privacy", "/terms"]) {
    const html = await read(path);
    expect(html).not.toMatch(/555-0142|hello@example\.com|\{(site|phone|email|address)\}/);
    expect(wordsOf(html)).toContain("SEO Pro Zone, 1200 Sample Street, Suite 500, New York, NY 10000");
  }
});

test("a settings change shows on every page, but not in the owner's own texts", async () => {
  await content("home", "features", "title", "Why SEO Pro Zone and no other");
  await save("settings", {
    ...{
      intent: "save",
      site_title: "Rank & Co",
      phone_number: "(718) 555-0100",
      contact_email: "ada@rank.co",
    },
  });
  await content("footer", "contact", "address_lines", '["1 Real Road", "Albany, NY 12207"]', "json");
  for (const path of PAGES) {
    const html = await read(path);
    // Only the headline may keep the old name, because these pages show no records and no other texts with it.
    expect(html.replace("Why SEO Pro Zone and no other", ""), path).not.toMatch(
      /SEO Pro Zone|1200 Sample|555-0142|hello@example\.com|\{(site|phone|email|address)\}/,
    );
    expect(wordsOf(html), path).toContain("© 2025 Rank & Co. All rights reserved.");
  }
  expect(await read("/")).toContain("Why SEO Pro Zone and no other");
  const legal = await read("/privacy");
  expect(legal).toContain('<a href="mailto:ada@rank.co">ada@rank.co</a>');
  expect(wordsOf(legal)).toContain("Rank & Co, 1 Real Road, Albany, NY 12207");
  expect(wordsOf(legal)).toContain("Phone: (718) 555-0100");
  const contact = await read("/contact");
  expect(contact).toMatch(/"streetAddress":"1 Real Road[^"]*"|"address":"1 Real Road/);
});
