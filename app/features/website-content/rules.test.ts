import { describe, expect, test } from "vitest";
import { header } from "../../copy/site/header.ts";
import { home } from "../../copy/site/home.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { Parts } from "../../copy/site/parts.ts";
import { builtInParts, builtInValue } from "./built-in.ts";
import { cleanValue } from "./clean.server.ts";
import { contentRules } from "./rules.ts";
import { shownValue } from "./shown-value.ts";
import { readTextKey, writeTextKey } from "./text-key.ts";
import { findValueError } from "./value-error.ts";

const address = { page_name: "home", section_name: "hero", content_key: "own" };
const faultsOf = (input: object, builtIn?: CopyValue, parts: Parts = {}) => {
  const { error } = contentRules(() => ({ builtIn, parts })).safeParse({ ...address, ...input });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join()}: ${message}`);
};

test("the text next to the logo may be empty", () => {
  const brand = { page_name: "header", section_name: "brand", content_value: "" };
  expect(faultsOf({ ...brand, content_key: "logo_text" }, header.brand.logo_text)).toEqual([]);
  expect(faultsOf({ ...brand, content_key: "logo_alt" }, header.brand.logo_alt)).toEqual([
    "content_value: Enter a value.",
  ]);
});

test('"content type defaults to text", and types outside SPEC 3 are rejected', () => {
  const { data } = contentRules(() => ({ builtIn: undefined, parts: {} })).safeParse({
    ...address,
    content_value: "x",
  });
  expect(data?.content_type).toBe("text");
  expect(faultsOf({ content_value: "x", content_type: "markdown" })).toHaveLength(1);
});

describe("a value must match its type", () => {
  test.each([
    ["json", '{"a":1}', "{a:1}", "Line 1"],
    ["color", "#FF0000", "red", "#FF0000"],
    ["number", "61.5", "many", "Enter a number"],
    ["image_url", "https://example.com/a.webp", "a.webp", "full URL"],
  ])("the type %s accepts %s but not %s", (content_type, good, bad, why) => {
    expect(faultsOf({ content_type, content_value: good })).toEqual([]);
    expect(faultsOf({ content_type, content_value: bad })).toEqual([expect.stringContaining(why)]);
  });
});

describe("the built-in value determines the type of a text", () => {
  const figures = [{ value: "500+", label: "Clients" }];
  test.each([
    ['[{"value":"1","label":"One"},{"value":"2"}]', figures, "Item 2 is missing “label”."],
    ['[{"value":1,"label":"One"}]', figures, "“value” of item 1 must be text in double quotes."],
    ["{}", figures, "The value must be a list"],
    ['["a"]', figures, "Item 1 must be an object"],
    ["no number", home.audit.sample_score, "Enter a number"],
  ])("%s is rejected with a reason", (content_value, builtIn, why) => {
    expect(faultsOf({ content_value }, builtIn)).toEqual([expect.stringContaining(why)]);
  });

  test("a link must have a valid target", () => {
    const link = { content_key: "primary_href", content_value: "javascript:alert(1)" };
    const parts = builtInParts({ ...address, content_key: "primary_href" });
    expect(faultsOf(link, "/contact", parts)).toEqual([expect.stringContaining("/contact")]);
    expect(faultsOf({ ...link, content_value: "/about" }, "/contact", parts)).toEqual([]);
  });
});

test("an error in a list names its field, item and path", () => {
  const items = [
    { label: "Home", href: "/" },
    { label: "Shop", href: "bad link" },
  ];
  const text = { content_type: "json", content_value: JSON.stringify(items) };
  const of = { page_name: "header", section_name: "navigation", content_key: "items" };
  expect(findValueError(text, header.navigation.items, builtInParts(of))).toEqual({
    path: [1, "href"],
    reason: expect.stringContaining("Use a path on this site"),
    message: expect.stringMatching(/^Link of item 2: Use a path on this site/),
  });
});

test("a table row can't have more cells than columns", () => {
  const rows = (...cells: string[][]) => ({
    ...{ content_type: "json", content_value: JSON.stringify(cells) },
  });
  const columns = ["", "Local SEO", "National SEO"];
  const model = [["a", "b", "c"]];
  expect(findValueError(rows(["a", "b", "c"], ["a", "b"]), model, {}, columns)).toBeNull();
  expect(findValueError(rows(["a"], ["a", "b", "c", "d"]), model, {}, columns)).toMatchObject({
    path: [1, 3],
    message: "Row 2, cell 4: The table has 3 columns: remove this cell, or add a column first.",
  });
});

test("HTML is sanitized on save, even inside lists", () => {
  const html = { content_type: "html", content_value: '<p onclick="x()">Hi</p><script>x()</script>' };
  expect(cleanValue(html, undefined)).toEqual({
    content_value: "<p>Hi</p>",
    removed: ["onclick on <p>", "<script>"],
  });
  const faq = [{ question: "Why?", answer: "<p>So.</p>" }];
  const list = [{ question: "A <b>?", answer: "<p>Yes<script>x()</script></p>", more: 1 }];
  const { content_value, removed } = cleanValue(
    { content_type: "json", content_value: JSON.stringify(list) },
    faq,
  );
  expect(JSON.parse(content_value)).toEqual([{ question: "A <b>?", answer: "<p>Yes</p>", more: 1 }]);
  expect(removed).toEqual(["<script>"]);
  const untouched = { content_type: "json", content_value: '[ {"question":"","answer":"<p>a</p>"} ]' };
  expect(cleanValue(untouched, faq).content_value).toBe(untouched.content_value);
});

test("a text key can contain any characters", () => {
  for (const parts of [
    ["services/local-seo", "faq", "items"],
    ["a:b", "c%3Ad", "é f"],
  ]) {
    const [page_name = "", section_name = "", content_key = ""] = parts;
    const one = { page_name, section_name, content_key };
    expect(readTextKey(writeTextKey(one))).toEqual(one);
  }
  for (const text of ["", "home", "a:b", "a:b:c:d", "%:a:b", "a::b"]) expect(readTextKey(text)).toBeNull();
  expect(builtInValue({ page_name: "home", section_name: "hero", content_key: "title" })).toBe(
    home.hero.title,
  );
  expect(builtInValue({ page_name: "home", section_name: "seo", content_key: "meta_title" })).toBeUndefined();
});

test("the table shows values as short plain text", () => {
  const parts: Parts = { "*.icon": { is: "icon" }, "*.photo": { is: "image" } };
  const shown = (content_type: string, content_value: string) =>
    shownValue({ content_type, content_value, parts });
  expect(shown("html", "<p>One</p><p>Two &amp; three</p>")).toBe("One Two & three");
  expect(shown("json", '[{"icon":"award","title":"One","photo":"/a.jpg","points":["Two",3]}]')).toBe(
    "One · Two · 3",
  );
  expect(shown("json", "[broken")).toBe("[broken");
  expect(shown("text", "a".repeat(500))).toHaveLength(161);
});
