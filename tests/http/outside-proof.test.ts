import { beforeEach, expect, test } from "vitest";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import type { Section } from "../../app/features/landing-pages/sections.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, read, save } = await openPanelSite();

beforeEach(() => clear("landing_pages", "website_content"));

const fill = (content_key: string, items: unknown) =>
  save("content", {
    ...{ intent: "update", id: "", version: "0", page_name: "home", section_name: "proof", content_key },
    ...{ content_value: JSON.stringify(items), content_type: "json" },
  });
const addPage = (...sections: Section[]) =>
  query("insert into landing_pages (title, slug, sections) values ('Page', 'page', $1)", [
    JSON.stringify([modelOf("hero"), ...sections]),
  ]);
const google = {
  source: "Google",
  rating: "4.9 of 5",
  reviews: "127 reviews",
  href: "https://maps.example/seo",
};

test("there's no trace of outside proof until the owner fills it in", async () => {
  await addPage({ ...modelOf("proof"), title: "What they say" });
  const without = await read("/");
  for (const html of [without, await read("/page")]) expect(html).not.toMatch(/proof|What (they|others) say/);
  // Items without any words count as none.
  await fill("press", [{ name: " ", href: "https://news.example" }]);
  await fill("ratings", [{ ...google, rating: "" }]);
  for (const html of [await read("/"), await read("/page")]) expect(html).not.toMatch(/class="proof/);
});

test("what the owner fills in shows below the home page's hero and in the section of added pages", async () => {
  await addPage({ ...modelOf("proof"), title: "What they say" }, modelOf("text"));
  const lists = {
    ratings: [google, { source: "Clutch", rating: "5 of 5", reviews: "", href: "" }],
    logos: [
      { image: "/placeholder.svg", name: "Acme's logo" },
      { image: "", name: "Initech" },
    ],
    press: [{ name: "The Paper", href: "https://news.example/us" }],
    certifications: [{ name: "Partner", href: "" }],
  };
  for (const [key, items] of Object.entries(lists))
    expect((await fill(key, items)).text).toContain("Content updated successfully");
  const home = await read("/");
  expect(home.indexOf('class="proof"')).toBeGreaterThan(home.indexOf('data-form="hero"'));
  expect(home.indexOf('class="proof"')).toBeLessThan(home.indexOf('<section class="section'));
  const page = await read("/page");
  expect(wordsOf(elementsOf(page, "h2")[0] ?? "")).toBe("What they say");
  for (const html of [home, page]) {
    const [ratings = ""] = elementsOf(html, "ul", "proof__ratings");
    expect(elementsOf(ratings, "li").map(wordsOf)).toEqual([
      "4.9 of 5 Google , 127 reviews",
      "5 of 5 Clutch",
    ]);
    expect(ratings.match(/<a [^>]*>/g)).toEqual(['<a href="https://maps.example/seo" rel="noopener">']);
    const [logos = ""] = elementsOf(html, "ul", "logos");
    expect(logos).toMatch(/<img[^>]*alt="Acme&#x27;s logo"/);
    expect(wordsOf(logos)).toBe("Initech");
    const names = elementsOf(html, "ul", "proof__names").map(wordsOf);
    expect(names).toEqual(["The Paper", "Partner"]);
  }
});

test("structured data never rates the business", async () => {
  await addPage(modelOf("proof"));
  await fill("ratings", [google]);
  for (const path of ["/", "/page"]) {
    const html = await read(path);
    expect(html).toContain("4.9 of 5");
    expect(html).not.toMatch(/aggregateRating|"Review|ratingValue|itemprop/i);
  }
});

test("an item without a name, or with an invalid link, is rejected at its field", async () => {
  const unnamed = await fill("press", [{ href: "https://news.example" }]);
  expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining("is missing “name”")]);
  const linked = await fill("ratings", [{ ...google, href: "javascript:alert(1)" }]);
  expect([linked.status, linked.text]).toEqual([400, expect.stringContaining("Link of item 1: Use a path")]);
});
