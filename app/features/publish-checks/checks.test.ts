import { describe, expect, test } from "vitest";
import { type CheckId, judgePage, type Known, type LinkState, unchecked } from "./checks.ts";
import { type PageFacts, readPageFacts } from "./page-facts.server.ts";

const URL = "https://seo.example/blog/a";
const good: PageFacts = {
  title: "Local SEO | SEO Pro Zone",
  description:
    "Be found by customers in your area, with one plan, one price and one person who answers for both.",
  keywords: "local SEO services, Google Maps",
  robots: "index, follow",
  canonical: URL,
  headings: ["Local SEO"],
  unnamedImages: [],
  images: [],
  pictures: [],
  links: [],
  ownLinks: [],
  ownPictures: [],
  lostPictures: 0,
  data: [
    '{"@context":"https://schema.org","@graph":[{"@type":"BlogPosting"},{"@type":["Organization","Place"]}]}',
  ],
};
const PICTURE = {
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
    own = {},
  }: {
    links?: Record<string, LinkState>;
    images?: Record<string, LinkState>;
    compressed?: number;
    known?: Known;
    own?: Record<string, Partial<typeof PICTURE>>;
  } = {},
) => {
  const asked = { links: new Map(Object.entries(links)), images: new Map(Object.entries(images)) };
  const pictures = Object.entries(own).map(([id, picture]) => [id, { ...PICTURE, ...picture }] as const);
  const page = { url: URL, ...asked, own: new Map(pictures), bytes: { plain: 40_000, compressed }, known };
  const checks = judgePage({ ...good, ...facts }, page);
  return (id: CheckId) => checks.find((check) => check.id === id);
};

describe("publish checks report", () => {
  test("nothing to change on a page that is as it should be", () => {
    const of = judge();
    for (const { id } of unchecked("")) expect(of(id), id).toMatchObject({ state: "good" });
  });

  test("how many texts link to an old address; nothing of it where a page has only ever had one", () => {
    const of = (known: Known) => judge({}, { known })("linked");
    expect(of({})).toBeUndefined();
    expect(of({ outdated: 0 })).toMatchObject({ state: "good" });
    expect(of({ outdated: 1 })?.text).toMatch(/^1 text links to an old address/);
    expect(of({ outdated: 3 })).toMatchObject({
      state: "improve",
      text: expect.stringMatching(/^3 texts link to an old address/),
    });
  });

  test("'title and description length in pixels', with where search results cut the title", () => {
    const long = "A very long title about everything that local businesses want to know of search engines";
    expect(judge({ title: long })("title")).toMatchObject({
      state: "improve",
      text: expect.stringMatching(/^\d{3} of 600 pixels: .*“A very long title .* \.\.\.”/),
    });
    expect(judge({ title: "" })("title")).toMatchObject({ state: "broken" });
    expect(judge({ description: `${long} ${long}` })("description")).toMatchObject({ state: "improve" });
    expect(judge({ description: null })("description")).toMatchObject({ state: "improve" });
  });

  test("'one h1'", () => {
    expect(judge({ headings: [] })("heading")).toMatchObject({ state: "broken" });
    expect(judge({ headings: ["One", "Two"] })("heading")).toMatchObject({
      state: "improve",
      text: expect.stringContaining("“One”, “Two”"),
    });
  });

  test("a title or description that says too little is not good", () => {
    expect(judge({ title: "Body" })("title")).toMatchObject({ state: "improve" });
    for (const description of ["Short.", "Body", "Be found by customers in your area."])
      expect(judge({ description })("description"), description).toMatchObject({ state: "improve" });
  });

  test("an empty excerpt is told, although the page has a description", () => {
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
  ])("the main keyword %j and the heading %j", (keywords, heading, state) => {
    expect(judge({ keywords, headings: [heading] })("heading")).toMatchObject({ state });
    expect(judge({ keywords, headings: [heading] }, { known: {} })("heading")).toMatchObject({
      state: "good",
    });
  });

  test("a picture of this site that is not there is broken, whatever words it has", () => {
    expect(judge({}, { images: { "/gone.png": "broken" } })("images")).toMatchObject({
      ...{ state: "broken", text: "Nothing is at /gone.png.", about: ["/gone.png"] },
    });
  });

  test("'images without alt'", () => {
    expect(judge({ unnamedImages: ["/a.png", "/b.png"] })("images")).toMatchObject({
      state: "improve",
      text: expect.stringContaining("/a.png, /b.png"),
    });
  });

  test("an owner's picture without a description, one that is too small for its place or for shared links", () => {
    const [id, path] = ["abcdefgh2345", "/media/abcdefgh2345"];
    const of = (picture: Partial<typeof PICTURE>, { words = "The title", isHero = true } = {}) =>
      judge({ pictures: [{ id, words, isHero }] }, { own: { [id]: picture } })("images");
    expect(of({})).toMatchObject({ state: "good" });
    expect(of({ alt: "" })).toMatchObject({
      ...{ state: "improve", text: expect.stringMatching(`^${path} has no description, so the title`) },
    });
    expect(of({ alt: "", isDecorative: true }, { words: "" })).toMatchObject({ state: "good" });
    expect(of({ width: 639 })?.text).toMatch(`${path} is 639 pixels wide`);
    expect(of({ width: 640 })).toMatchObject({ state: "good" });
    expect(of({ width: 320, share: null }, { isHero: false })).toMatchObject({ state: "good" });
    expect(of({ share: null })?.text).toMatch("too small for shared links");
    // Nothing is made of it yet.
    expect(of({ width: 0, share: null, variants: [] })).toMatchObject({ state: "good" });
  });

  test("'broken internal links': broken before moved before what could not be asked", () => {
    const links = { "/gone": "broken", "/old": "moved", "/file.pdf": "unchecked", "/": "good" } as const;
    const text = "Nothing is at /gone. A redirect stands at /old. Not checked: /file.pdf.";
    expect(judge({}, { links })("links")).toMatchObject({ state: "broken", text });
    expect(judge({}, { links: { "/old": "moved" } })("links")).toMatchObject({ state: "improve" });
    expect(judge({}, { links: { "/file.pdf": "unchecked" } })("links")).toMatchObject({ state: "unchecked" });
  });

  test("'canonical, robots'", () => {
    expect(judge({ canonical: "https://seo.example/" })("canonical")).toMatchObject({ state: "improve" });
    expect(judge({ canonical: null })("canonical")).toMatchObject({ state: "improve" });
    expect(judge({ robots: "noindex, follow" })("robots")).toMatchObject({ state: "improve" });
  });

  test.each(["{", '{"@type":"Article"}', '{"@context":"https://schema.org","@graph":[{}]}'])(
    "'JSON-LD that parses': %j does not",
    (json) => expect(judge({ data: [json] })("data")).toMatchObject({ state: "broken" }),
  );

  test("no structured data is missed where the page is hidden", () => {
    expect(judge({ data: [] })("data")).toMatchObject({ state: "improve" });
    expect(judge({ data: [], robots: "noindex, follow" })("data")).toMatchObject({ state: "good" });
  });

  test("'weight'", () => {
    expect(judge()("weight")?.text).toBe("40 kB of HTML, 9 kB compressed.");
    expect(judge({}, { compressed: 60_000 })("weight")).toMatchObject({ state: "improve" });
  });
});

describe("a page's HTML is read", () => {
  test("as a crawler reads it", () => {
    const facts = readPageFacts(`<!doctype html><html><head><title>A &amp; B</title>
      <meta name="description" content="What &quot;it&quot; is"><meta name="robots" content="index, follow"><meta name="keywords" content="a, b">
      <link rel="canonical" href="https://seo.example/"><script type="application/ld+json">{"a":"<b>"}</script></head>
      <body><svg><title>Not the title</title></svg><h1>One <em>heading</em></h1>
      <a href="/services">S</a><main><a href="/services">S</a></main><a href="/privacy">P</a><a name="x">No link</a>
      <img src="/decor.svg" alt=""><img src="/nameless.png"></body></html>`);
    expect(facts).toEqual({
      title: "A & B",
      description: 'What "it" is',
      keywords: "a, b",
      robots: "index, follow",
      canonical: "https://seo.example/",
      headings: ["One heading"],
      unnamedImages: ["/nameless.png"],
      images: ["/decor.svg", "/nameless.png"],
      pictures: [],
      links: ["/services", "/privacy"],
      ownLinks: ["/services"],
      ownPictures: [],
      lostPictures: 0,
      data: ['{"a":"<b>"}'],
    });
  });

  test("a picture of the owner's own text needs words; a decoration does not", () => {
    const html =
      '<img src="/1.png" alt=""><div class="wrap prose"><p><img src="/2.png" alt=" "></p></div><img src="/3.png" alt="">';
    expect(readPageFacts(html).unnamedImages).toEqual(["/2.png"]);
  });

  test("a picture that was deleted is told from one without words", () => {
    const facts = readPageFacts(
      '<div class="prose"><img src="/placeholder.svg" alt="" data-lost-picture=""></div>',
    );
    expect(facts).toMatchObject({ lostPictures: 1, unnamedImages: [] });
    expect(judge({ lostPictures: 1 })("images")).toMatchObject({ state: "broken" });
  });

  test("an owner's picture is known by its id, and whether it stands above a text; a decoration of a text has no words", () => {
    const facts =
      readPageFacts(`<figure class="frame"><picture><source srcset="x"><img src="/media/abcdefgh2345/0123abcd-960.webp" alt="Title"></picture></figure>
      <div class="case__img"><img src="/media/bcdefgh23456/0123abcd-480.webp" alt="Two"></div><header><img src="/media/cdefgh234567/0123abcd-320.webp" alt=""></header>
      <div class="prose"><img src="/media/defgh2345672/0123abcd-320.webp" alt="" role="presentation"><img src="/media/efgh23456723/0123abcd-320.webp" alt=""></div>`);
    expect(facts.pictures).toEqual([
      { id: "abcdefgh2345", words: "Title", isHero: true },
      { id: "bcdefgh23456", words: "Two", isHero: false },
    ]);
    expect(facts.unnamedImages).toEqual(["/media/efgh23456723"]);
  });

  test("what is not closed is no trouble", () => {
    expect(readPageFacts("<h1>One<p><b>two")).toMatchObject({ headings: ["Onetwo"], title: null });
  });
});
