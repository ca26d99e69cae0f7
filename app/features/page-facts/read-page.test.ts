import { describe, expect, test } from "vitest";
import { readPage } from "./read-page.server.ts";

describe("a page's HTML is read", () => {
  test("as a crawler reads it", () => {
    const facts = readPage(`<!doctype html><html><head><title>A &amp; B</title>
      <meta name="description" content="What &quot;it&quot; is"><meta name="robots" content="index, follow"><meta name="keywords" content="a, b">
      <link rel="canonical" href="https://seo.example/"><script type="application/ld+json">{"a":"<b>"}</script></head>
      <body><svg><title>Not the title</title></svg><h1>One <em>heading</em></h1>
      <a href="/services">S</a><main><a href="/services">S</a></main><a href="/privacy">P</a><a name="x">No link</a>
      <img src="/decor.svg" alt=""><img src="/nameless.png"></body></html>`);
    expect(facts).toMatchObject({
      titles: { count: 1, first: "A & B" },
      description: 'What "it" is',
      keywords: "a, b",
      robots: [{ agent: "robots", content: "index, follow" }],
      canonicals: ["https://seo.example/"],
      headings: [{ level: 1, text: "One heading" }],
      blocks: ['{"a":"<b>"}'],
    });
    expect(facts.own).toEqual({
      links: new Set(["/services", "/privacy"]),
      mainLinks: new Set(["/services"]),
      images: new Set(["/decor.svg", "/nameless.png"]),
      mediaPaths: new Set(),
      libraryImages: [],
      unnamed: ["/nameless.png"],
      lost: 0,
    });
  });

  test("within limits, whatever a website sends: texts and lists are cut off, and very deep nesting isn't read", () => {
    const facts = readPage(`<title>${"a".repeat(9_000)}</title>${"<h2>b</h2>".repeat(9_000)}`);
    expect(facts).toMatchObject({ titles: { first: "a".repeat(500) }, isTooDeep: false });
    expect(facts.headings).toHaveLength(300);
    const links = Array.from({ length: 9_000 }, (_, i) => `<a href="/${i}">c</a>`).join("");
    expect(readPage(links).own.links.size).toBe(2_000);
    expect(readPage("<b>".repeat(9_000))).toMatchObject({ isTooDeep: true });
  });

  test("an image in the owner's text needs alt text; a decorative one doesn't", () => {
    const html =
      '<img src="/1.png" alt=""><div class="wrap prose"><p><img src="/2.png" alt=" "></p></div><img src="/3.png" alt="">';
    expect(readPage(html).own.unnamed).toEqual(["/2.png"]);
  });

  test("a deleted image is distinguished from one without alt text", () => {
    const facts = readPage(
      '<div class="prose"><img src="/placeholder.svg" alt="" data-lost-picture=""></div>',
    );
    expect(facts.own).toMatchObject({ lost: 1, unnamed: [] });
  });

  test("a library image is known by its id and whether it's a hero; decorative images have no alt text", () => {
    const facts =
      readPage(`<figure class="frame"><picture><source srcset="x"><img src="/media/abcdefgh2345/0123abcd-960.webp" alt="Title"></picture></figure>
      <div class="case__img"><img src="/media/bcdefgh23456/0123abcd-480.webp" alt="Two"></div><header><img src="/media/cdefgh234567/0123abcd-320.webp" alt=""></header>
      <div class="prose"><img src="/media/defgh2345672/0123abcd-320.webp" alt="" role="presentation"><img src="/media/efgh23456723/0123abcd-320.webp" alt=""></div>`);
    expect(facts.own.libraryImages).toEqual([
      { id: "abcdefgh2345", words: "Title", isHero: true },
      { id: "bcdefgh23456", words: "Two", isHero: false },
    ]);
    expect(facts.own.unnamed).toEqual(["/media/efgh23456723"]);
  });

  test("unclosed elements don't break it", () => {
    expect(readPage("<h1>One<p><b>two")).toMatchObject({
      headings: [{ text: "Onetwo" }],
      titles: { count: 0 },
    });
  });
});
