import { describe, expect, test } from "vitest";
import { type CheckId, judgePage, unchecked } from "./checks.ts";
import type { PageFacts } from "./facts.ts";
import { readPage } from "./read-page.server.ts";
import type { Known, LinkState } from "./rule.ts";
import { readData } from "./structured-data.ts";

const URL_OF = "https://seo.example/blog/a";
const good = readPage(`<title>Local SEO | SEO Pro Zone</title>
  <meta name="description" content="Be found by customers in your area, with one plan, one price and one person who answers for both.">
  <meta name="keywords" content="local SEO services, Google Maps"><meta name="robots" content="index, follow">
  <link rel="canonical" href="${URL_OF}"><h1>Local SEO</h1>
  <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BlogPosting"},{"@type":["Organization","Place"]}]}</script>`);
/** These functions return facts that differ from a good page's. */
const title = (first: string) => ({ titles: { count: 1, first } });
const headings = (...texts: string[]) => ({ headings: texts.map((text) => ({ level: 1, text })) });
const robots = (content: string) => ({ robots: [{ agent: "robots", content }] });
const own = (facts: Partial<PageFacts["own"]>) => ({ own: { ...good.own, ...facts } });
const data = (...blocks: string[]) => ({ data: readData(blocks) });
const IMAGE = {
  ...{ alt: "A desk", isDecorative: false, width: 4000, variants: [{}] },
  share: "/media/a/b.jpg" as string | null,
};
const judge = (
  facts: Partial<PageFacts> = {},
  {
    links = {},
    images = {},
    compressed = 9_000,
    known = { hasOwnKeywords: true },
    library = {},
  }: {
    links?: Record<string, LinkState>;
    images?: Record<string, LinkState>;
    compressed?: number;
    known?: Known;
    library?: Record<string, Partial<typeof IMAGE>>;
  } = {},
) => {
  const asked = { links: new Map(Object.entries(links)), images: new Map(Object.entries(images)) };
  const libraryImages = Object.entries(library).map(([id, image]) => [id, { ...IMAGE, ...image }] as const);
  const checks = judgePage({
    ...{ facts: { ...good, ...facts }, url: new URL(URL_OF), ...asked, own: new Map(libraryImages), known },
    bytes: { plain: 40_000, compressed },
  });
  return (id: CheckId) => checks.find((check) => check.id === id);
};

describe("publish checks", () => {
  test("a good page has nothing to change", () => {
    const of = judge();
    for (const { id } of unchecked("")) expect(of(id), id).toMatchObject({ state: "good" });
  });

  test("content items that link to a former URL are counted", () => {
    const of = (known: Known) => judge({}, { known })("linked");
    expect(of({})).toBeUndefined();
    expect(of({ outdated: 0 })).toMatchObject({ state: "good" });
    expect(of({ outdated: 1 })?.text).toMatch(/^1 content item links to an old URL/);
    expect(of({ outdated: 3 })).toMatchObject({
      state: "improve",
      text: expect.stringMatching(/^3 content items link to an old URL/),
    });
  });

  test("a wide title is reported with the point where search results cut it", () => {
    const long = "A very long title about everything that local businesses want to know of search engines";
    expect(judge(title(long))("title")).toMatchObject({
      state: "improve",
      text: expect.stringMatching(/^\d{3} of 600 pixels: .*“A very long title .* \.\.\.”/),
    });
  });

  test.each<[CheckId, string, Partial<PageFacts>, string]>([
    ["title", "that is empty", title(" "), "broken"],
    ["title", "of 19 characters", title("Nineteen characters"), "improve"],
    ["title", "of 20 characters", title("Twenty characters it"), "good"],
    ["title", "that is a system's default", title("Home"), "improve"],
    ["description", "that is missing", { description: null }, "improve"],
    ["description", "of 69 characters", { description: "a".repeat(69) }, "improve"],
    ["description", "of 70 characters", { description: "a".repeat(70) }, "good"],
    ["description", "that is too wide", { description: "a".repeat(200) }, "improve"],
    ["heading", "that is missing", headings(), "broken"],
    ["heading", "without words", headings(" "), "broken"],
    ["heading", "next to one without words", headings("", "Local SEO"), "good"],
    ["images", "that were deleted", own({ lost: 1 }), "broken"],
    ["canonical", "that is missing", { canonicals: [] }, "improve"],
    ["canonical", "that points to another page", { canonicals: ["https://seo.example/"] }, "improve"],
    ["canonical", "that isn't a web URL", { canonicals: ["mailto:a@b.example"] }, "improve"],
    ["canonical", "with a fragment", { canonicals: [`${URL_OF}#part`] }, "good"],
    ["robots", "that hide the page", robots("NOINDEX, follow"), "improve"],
    ["robots", "that say nothing", robots(""), "good"],
    ["robots", "with a similar word", robots("noindexing"), "good"],
    ["robots", "that keep links from being followed", robots("nofollow"), "good"],
    // 'JSON-LD that parses'
    ["data", "that is damaged", data("{"), "broken"],
    ["data", "without a context", data('{"@type":"Article"}'), "broken"],
    ["data", "about nothing", data('{"@context":"https://schema.org","@graph":[{}]}'), "broken"],
    ["data", "that is missing", data(), "improve"],
    ["data", "that is missing on a hidden page", { ...data(), ...robots("noindex, follow") }, "good"],
  ])("%s %s", (id, _, facts, state) => expect(judge(facts)(id)).toMatchObject({ state }));

  test("if a page has several main headings, all are listed", () => {
    expect(judge(headings("One", "Two"))("heading")).toMatchObject({
      ...{ state: "improve", text: "There are 2 H1 headings instead of one: “One”, “Two”." },
    });
  });

  test("a missing excerpt is reported, even if the page has a description", () => {
    const of = (excerpt?: string) => judge({}, { known: { excerpt } })("description");
    expect(of(" ")).toMatchObject({ state: "improve", text: expect.stringContaining("excerpt") });
    expect(of("Words.")).toMatchObject({ state: "good" });
  });

  test.each([
    ["local SEO services", "Get Found by Customers in Your Area", "improve"],
    ["local SEO services", "Local SEO That Gets You Found", "good"],
    ["e-commerce SEO", "E-commerce SEO That Turns Searches Into Orders", "good"],
    ["SEO case studies", "SEO Case Study of a Shop", "improve"],
    ["SEO audits", "An Audit for Your SEO", "good"],
    ["", "Anything", "good"],
  ])("the main keyword %j is compared with the heading %j", (keywords, heading, state) => {
    expect(judge({ keywords, ...headings(heading) })("heading")).toMatchObject({ state });
    expect(judge({ keywords, ...headings(heading) }, { known: {} })("heading")).toMatchObject({
      state: "good",
    });
  });

  test("a missing image is reported as broken, even if it has alt text", () => {
    expect(judge({}, { images: { "/gone.png": "broken" } })("images")).toMatchObject({
      ...{ state: "broken", text: "Broken links: /gone.png.", about: ["/gone.png"] },
    });
  });

  test("images in the text that other websites could remove are listed", () => {
    const imageUrls = new Set(["https://docs.example/a.png", new URL("/b.png", URL_OF).href]);
    expect(judge(own({ imageUrls }))("images")).toMatchObject({
      state: "improve",
      text: expect.stringMatching(/^One image is on another website.*: https:\/\/docs\.example\/a\.png /),
    });
  });

  test("images without alt text are listed", () => {
    expect(judge(own({ unnamed: ["/a.png", "/b.png"] }))("images")).toMatchObject({
      state: "improve",
      text: expect.stringContaining("/a.png, /b.png"),
    });
  });

  test("a library image is reported if it's too small or has no alt text", () => {
    const [id, path] = ["abcdefgh2345", "/media/abcdefgh2345"];
    const of = (image: Partial<typeof IMAGE>, { words = "The title", isHero = true } = {}) =>
      judge(own({ libraryImages: [{ id, words, isHero }] }), { library: { [id]: image } })("images");
    expect(of({})).toMatchObject({ state: "good" });
    expect(of({ alt: "" })).toMatchObject({
      ...{ state: "improve", text: expect.stringMatching(`^${path} has no alt text, so the title`) },
    });
    expect(of({ alt: "", isDecorative: true }, { words: "" })).toMatchObject({ state: "good" });
    expect(of({ width: 639 })?.text).toMatch(`${path} is 639 pixels wide`);
    expect(of({ width: 640 })).toMatchObject({ state: "good" });
    expect(of({ width: 320, share: null }, { isHero: false })).toMatchObject({ state: "good" });
    expect(of({ share: null })?.text).toMatch("too small for link previews");
    // No sizes exist yet.
    expect(of({ width: 0, share: null, variants: [] })).toMatchObject({ state: "good" });
  });

  test("internal links are listed: broken first, then redirected, then unchecked", () => {
    const links = { "/gone": "broken", "/old": "moved", "/file.pdf": "unchecked", "/": "good" } as const;
    const text = "Broken links: /gone. Links that redirect: /old. Not checked: /file.pdf.";
    expect(judge({}, { links })("links")).toMatchObject({ state: "broken", text });
    expect(judge({}, { links: { "/old": "moved" } })("links")).toMatchObject({ state: "improve" });
    expect(judge({}, { links: { "/file.pdf": "unchecked" } })("links")).toMatchObject({ state: "unchecked" });
  });

  test("'weight' is the size of the HTML, with and without compression", () => {
    expect(judge()("weight")?.text).toBe("40 kB of HTML (9 kB compressed).");
    expect(judge({}, { compressed: 60_000 })("weight")).toMatchObject({ state: "improve" });
  });
});
