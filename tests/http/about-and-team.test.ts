// every-text.test.ts covers the texts on these pages.
import { expect, test } from "vitest";
import { elementsOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const about = await readPage(`${site.url}/about`);
const team = await readPage(`${site.url}/team`);

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
