// The Team page as a visitor gets it from a site that runs.
import { expect, test } from "vitest";
import { elementsOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const page = await readPage(`${site.url}/team?stray=1`);
const leader = elementsOf(page.main, "article", "ceo")[0]!;
const grid = page.main.slice(page.main.indexOf('class="grid g4"'));
const members = grid.split('<li class="card member"').slice(1);

test("one main heading, and a head of its own", () => {
  expect(page.status).toBe(200);
  expect(headingsOf(page.html, 1)).toEqual(["The SEO Team Behind SEO Pro Zone"]);
  expect(page.title).toBe("Meet Our SEO Team | SEO Pro Zone");
  expect(page.canonical).toBe(`${SITE_URL}/team`);
});

test("'CEO leadership card with a message and expertise tags'", () => {
  expect(wordsOf(leader)).toContain("Founder and CEO");
  expect(wordsOf(leader)).toContain(
    "I started SEO Pro Zone because I was tired of reading reports that hid the answer.",
  );
  expect(elementsOf(leader, "li", "badge").length).toBeGreaterThanOrEqual(3);
});

test("'grid of eight team members each with position and expertise tags'", () => {
  expect(members).toHaveLength(8);
  const names = members.map((member) => headingsOf(member, 3)[0]);
  expect(new Set(names).size).toBe(8);
  for (const member of members) {
    const [position = ""] = elementsOf(member, "p").map(wordsOf);
    expect(position).toMatch(/\w/);
    expect(elementsOf(member, "li", "badge").length).toBeGreaterThanOrEqual(3);
  }
});

test("no icons that look like links and lead nowhere: the people are samples (decision 0035.27)", () => {
  for (const card of [leader, members[0]!]) {
    expect(card).not.toMatch(/class="socials/);
    expect(card).not.toContain("<a ");
  }
});

test("samples: no Person or review markup for them (decision 0035.27)", () => {
  expect(page.html).not.toMatch(/"@type":\s*"(Person|Review|AggregateRating)"/);
});
