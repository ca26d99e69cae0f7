// The About page as a visitor gets it from a site that runs.
import { expect, test } from "vitest";
import { elementsOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const page = await readPage(`${site.url}/about?stray=1`);

test("'Hero': one main heading, and a head of its own", () => {
  expect(page.status).toBe(200);
  expect(headingsOf(page.html, 1)).toEqual(["About SEO Pro Zone"]);
  expect(page.title).toBe("About Our New York SEO Agency | SEO Pro Zone");
  expect(page.canonical).toBe(`${SITE_URL}/about`);
  expect(page.metaOf("description")).toContain("New York SEO agency");
});

test("'four stat tiles (500+ projects, 10+ years, 95% retention, 250% average traffic increase)'", () => {
  const tiles = elementsOf(elementsOf(page.main, "dl", "tiles")[0]!, "div").map(wordsOf);
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

test("'six reasons (experience, happy customers, proven results, strategic approach, 24/7 support, white-hat practices)'", () => {
  const reasons = elementsOf(page.main, "ul", "reasons")[0]!;
  expect(headingsOf(reasons, 3).map((reason) => reason.toLowerCase())).toEqual([
    "experience",
    "happy customers",
    "proven results",
    "strategic approach",
    "24/7 support",
    "white-hat practices",
  ]);
});

test("'mission; approach; why choose us', in this order", () => {
  const titles = headingsOf(page.main, 2);
  const places = ["Our Mission", "Our Approach", "Why Choose Us"].map((title) => titles.indexOf(title));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("'calls to action to /contact and /case-studies'", () => {
  const last = elementsOf(page.main, "section").at(-1)!;
  expect(last).toContain('href="/contact"');
  expect(last).toContain('href="/case-studies"');
});
