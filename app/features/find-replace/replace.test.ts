import { expect, test } from "vitest";
import type { Parts } from "../../copy/site/parts.ts";
import { changedWords } from "./changed-words.ts";
import { type Format, findHits, mapParts, replaceIn, type Search } from "./replace.ts";

const search = (find: string, more: Partial<Search> = {}): Search => ({
  find,
  isExact: false,
  isWhole: false,
  ...more,
});
const all = new Set(Array.from({ length: 99 }, (_, i) => i));
const replaced = (value: string, format: Format, find: string, by: string, more: Partial<Search> = {}) =>
  replaceIn(value, format, search(find, more), by, all);

test("text is replaced where visitors read it, not in tags, URLs or placeholders in braces", () => {
  const html = '<p class="zone">The <a href="/zone" title="zone">Zone</a> & zone of {zone}</p>';
  expect(replaced(html, "html", "zone", "Place")).toBe(
    '<p class="zone">The <a href="/zone" title="zone">Place</a> & Place of {zone}</p>',
  );
  const json = JSON.stringify([{ icon: "zone", href: "/zone", home_href: "/zone", label: "zone", n: 1 }]);
  const parts: Parts = {
    ...{ "*.icon": { is: "icon" }, "*.href": { is: "link" }, "*.home_href": { is: "link" } },
  };
  const changed = replaceIn(json, "json", search("zone"), 'a "b"', all, mapParts(parts));
  expect(JSON.parse(changed)).toEqual([
    { icon: "zone", href: "/zone", home_href: "/zone", label: 'a "b"', n: 1 },
  ]);
});

test("HTML stays valid with any replacement, and entities match their characters", () => {
  expect(replaced("<p>Fish &amp; chips</p>", "html", "fish & chips", "<b>Beef</b> & more")).toBe(
    "<p>&lt;b&gt;Beef&lt;/b&gt; &amp; more</p>",
  );
  expect(replaced("<p>AMP &amp; AMP&lt;</p>", "html", "amp", "PWA")).toBe("<p>PWA &amp; PWA&lt;</p>");
  expect(replaced("<p>R&amp;D</p>", "html", "&", "and")).toBe("<p>RandD</p>");
  expect(replaced("<p>a</p>", "html", "p>", "x")).toBe("<p>a</p>");
  expect(replaced("a b", "text", "a", "<i>")).toBe("<i> b");
  expect(replaced("cost $1", "text", "$1", "$&")).toBe("cost $&");
});

test("whole-word search skips prices inside longer prices and names inside longer words", () => {
  const count = (text: string, find: string) =>
    findHits(text, "text", search(find, { isWhole: true })).length;
  expect(count("$799, $7990, $799.50, $1,799 and $799/month.", "$799")).toBe(2);
  expect(count("Ann, Anna and ANN", "ann")).toBe(2);
  expect(findHits("Ann ANN", "text", search("ANN", { isExact: true }))).toHaveLength(1);
});

test("every character can be searched for", () => {
  const signs = "a-b/c\\d^e$f.g*h+i?j(k)l[m]n{o}p|q#r,s:t";
  for (const isWhole of [true, false])
    expect(findHits(signs, "text", search(signs, { isWhole }))).toHaveLength(1);
  expect(findHits("aXb", "text", search("a.b"))).toEqual([]);
});

test("only the selected matches change", () => {
  expect(replaceIn("a a a", "text", search("a"), "bb", new Set([1]))).toBe("a bb a");
  const json = '["a", "x a"]';
  expect(JSON.parse(replaceIn(json, "json", search("a"), "b", new Set([1])))).toEqual(["a", "x b"]);
});

test("a match comes with the text around it, without tags and cut at word boundaries", () => {
  const [hit] = findHits("<p>We <b>charge</b> $799 a&nbsp;month</p>", "html", search("$799"));
  expect(hit).toEqual({ before: "We charge ", match: "$799", after: " a month" });
  const long = `${"word ".repeat(40)}here${" word".repeat(40)}`;
  const [cut] = findHits(long, "text", search("here"));
  expect(cut?.before).toMatch(/^…word( word)+ $/);
  expect(cut?.after).toMatch(/^( word)+…$/);
  expect(findHits("[", "json", search("a"))).toEqual([]);
  expect(findHits("a\n b", "text", search("a b"))).toHaveLength(1);
});

test("a save reports changed prices, numbers, names, email addresses and URLs", () => {
  const of = (from: string, to: string, format: Format = "text") =>
    changedWords(from, to, format)?.from ?? null;
  expect(of("$799/month", "$899/month")).toBe("$799");
  expect(changedWords("Covers the $799 fee.", "Covers the $899 fee.", "text")).toEqual({
    from: "$799",
    to: "$899",
  });
  expect(of("Marisol Whitcombe", "Ada Lovelace")).toBe("Marisol Whitcombe");
  expect(of("<p>Ask Marisol now</p>", "<p>Ask Ada now</p>", "html")).toBe("Marisol");
  expect(of('[\n "500+",\n "x"]', '["600+","x"]', "json")).toBe("500+");
  expect(of("Write to ada@mail.example.", "Write to us@mail.example.")).toBe("ada@mail.example");
  expect(of("See www.maple.example", "See www.oak.example")).toBe("www.maple.example");
  expect(of("Call +1 212 555 0199 now", "Call us now")).toBe("+1 212 555 0199");
  expect(of("Maple Search", "Oak Search")).toBe("Maple");
  for (const ordinary of [
    "we help you",
    "Brings",
    "Customers",
    "Learn More",
    "SEO Services",
    "Win new business",
  ])
    expect([ordinary, of(ordinary, "something else")]).toEqual([ordinary, null]);
  expect(of("/contact", "/about")).toBeNull();
  expect(of("same", "same")).toBeNull();
  expect(of("short", "short and longer")).toBeNull();
});

test("finding 30,000 matches in 700 KB of HTML stays fast", () => {
  const html = '<p class="e">Some words and <strong title="e">more</strong> of them</p>'.repeat(10_000);
  const hits = findHits(html, "html", search("m"));
  expect(hits).toHaveLength(30_000);
  const [middle] = hits.slice(15_000);
  expect(middle).toEqual({
    before: "…of them Some words and more of them Some words and more of them So",
    match: "m",
    after: "e words and more of them Some words and more of them Some words and…",
  });
  for (const { before, after } of hits) expect(before + after).not.toMatch(/[<>"]/);
});
