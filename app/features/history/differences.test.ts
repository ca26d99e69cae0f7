import { expect, test } from "vitest";
import { type Block, findDifferences } from "./differences.ts";

const lines = (blocks: Block[]) =>
  blocks.map((block) =>
    "omitted" in block
      ? `(${block.omitted})`
      : block.parts
          .map(({ is, text }) => (is === "same" ? text : is === "in" ? `+${text}+` : `-${text}-`))
          .join(""),
  );
const between = (...values: Parameters<typeof findDifferences>) => lines(findDifferences(...values));

test("changed words are marked within their sentence", () => {
  expect(between("text", "From $799 a month", "From $899 a month")).toEqual(["From $-799-+899+ a month"]);
  expect(between("text", "", "New")).toEqual(["+New+"]);
  expect(between("text", "Same", "Same")).toEqual(["(1)"]);
});

test("a rewritten text is shown in full, old then new, not word by word", () => {
  expect(between("text", "A headline of ours", "The best of all towns")).toEqual([
    "-A headline of ours-",
    "+The best of all towns+",
  ]);
});

test("HTML is compared by paragraph, heading, list item, image and link target", () => {
  const before =
    '<h2>Why</h2><p>One</p><p>Two</p><p>Three</p><ul><li>First</li></ul><p>See <a href="/a">this</a></p>';
  const after =
    '<h3>Why</h3><p>One</p><p>Two</p><p>Three</p><ul><li>First</li><li>Second</li></ul><p>See <a href="/b">this</a></p>';
  expect(between("html", before, after)).toEqual([
    "-H2-+H3+ Why",
    "One",
    "(2)",
    "• First",
    "+• Second+",
    "See this [/-a-+b+]",
  ]);
  expect(between("html", "<p>x</p>", '<p>x</p><img src="/media/abc" alt="A desk">')).toEqual([
    "x",
    "+[image /media/abc: A desk]+",
  ]);
});

test("lists and objects are compared item by item, invalid JSON line by line", () => {
  expect(between("json", '{"Traffic":"+120%"}', '{"Traffic":"+200%","Leads":3}')).toEqual([
    expect.stringContaining("Traffic: +"),
    "+Leads: 3+",
  ]);
  expect(between("json", '[{"q":"Why?","a":"So."}]', "[]")).toEqual(["-Why? · So.-"]);
  expect(between("json", '[{"q":"Why?","a":"<p>So <b>it</b> is.</p>"}]', "[]")).toEqual([
    "-Why? · So it is.-",
  ]);
  expect(between("json", "{", "{}")).toEqual(["-{-"]);
});

test("deeply nested and very long HTML is compared with limited work", () => {
  const deep = (inside: string) => "<div>".repeat(20_000) + inside + "</div>".repeat(20_000);
  expect(between("html", deep("a"), deep("b"))).toEqual(["-a-", "+b+"]);
  const long = (word: string) => `<p>${`${word} word `.repeat(50_000)}</p>`;
  expect(findDifferences("html", long("one"), long("two"))).toHaveLength(2);
});
