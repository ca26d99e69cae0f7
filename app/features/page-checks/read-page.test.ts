import { describe, expect, test } from "vitest";
import { readPage } from "./read-page.server.ts";

describe("reading a page's HTML", () => {
  test("facts match what a crawler reads", () => {
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
      targets: new Set(["x"]),
      images: new Set(["/decor.svg", "/nameless.png"]),
      imageUrls: new Set(),
      mediaPaths: new Set(),
      libraryImages: [],
      unnamed: ["/nameless.png"],
      lost: 0,
    });
  });

  test("the size of texts and lists and the nesting depth are limited", () => {
    const facts = readPage(`<title>${"a".repeat(9_000)}</title>${"<h2>b</h2>".repeat(9_000)}`);
    expect(facts).toMatchObject({ titles: { first: "a".repeat(500) }, isTooDeep: false });
    expect(facts.headings).toHaveLength(300);
    const links = Array.from({ length: 9_000 }, (_, i) => `<a href="/${i}">c</a>`).join("");
    expect(readPage(links).own.links.size).toBe(2_000);
    expect(readPage("<b>".repeat(9_000))).toMatchObject({ isTooDeep: true });
  });

  test("an image in the owner's text needs alt text unless it's decorative", () => {
    const html =
      '<img src="/1.png" alt=""><div class="wrap prose"><p><img src="/2.png" alt=" "></p></div><img src="/3.png" alt="">';
    expect(readPage(html).own.unnamed).toEqual(["/2.png"]);
  });

  test("a deleted image isn't reported as one without alt text", () => {
    const facts = readPage('<div class="prose"><img src="/placeholder.svg" alt="" data-lost-image=""></div>');
    expect(facts.own).toMatchObject({ lost: 1, unnamed: [] });
  });

  test("a library image has an id and alt text, and may be a hero", () => {
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

  test("line breaks separate words, and character references don't", () => {
    expect(readPage("<body><h1>Fresh<br>bread</h1><p>Ada&#8217;s caf&eacute;</p>")).toMatchObject({
      headings: [{ text: "Fresh bread" }],
      words: 4,
    });
  });

  test("the head ends at the first element of the body, even without a body tag", () => {
    const html = '<head><title>A</title><noscript><img src="/p"></noscript><script src="/a"></script>';
    expect(readPage(`${html}<p>Two words<script src="/b"></script>`)).toMatchObject({
      ...{ words: 2, scripts: { all: 2, blocking: 1 } },
    });
  });

  test("pages with unclosed elements are read too", () => {
    expect(readPage("<h1>One<p><b>two")).toMatchObject({
      headings: [{ text: "One two" }],
      titles: { count: 0 },
    });
  });
});
