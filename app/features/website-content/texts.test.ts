import { isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { contact } from "../../copy/site/contact.ts";
import { header } from "../../copy/site/header.ts";
import { home } from "../../copy/site/home.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { Parts } from "../../copy/site/parts.ts";
import { team } from "../../copy/site/team.ts";
import { isLink } from "../../platform/text/link.ts";
import { builtInParts, builtInTexts } from "./built-in.ts";
import { website_content } from "./table.server.ts";
import { loadWrittenTexts, readValue } from "./texts.server.ts";

const { owner, visitor } = await openTestDatabases();

async function write(address: string, content_value: string, content_type = "text") {
  const [page_name = "", section_name = "", content_key = ""] = address.split(" ");
  const row = { page_name, section_name, content_key, content_value, content_type };
  await owner
    .insert(website_content)
    .values(row)
    .onConflictDoUpdate({
      target: [website_content.page_name, website_content.section_name, website_content.content_key],
      targetWhere: isNull(website_content.deleted_at),
      set: row,
    });
}

describe("a page's texts", () => {
  test("changing a page's texts leaves the built-in ones unchanged", async () => {
    await write("contact hero title", "Ask us");
    const texts = await loadWrittenTexts(visitor, ["home", "contact", "header"]);
    expect(texts.contact.hero.title).toBe("Ask us");
    expect(texts.home.hero.title).toBe(home.hero.title);
    expect(texts.header).toEqual(header);
    expect(builtInTexts("contact").hero.title).toBe(contact.hero.title);
  });

  test("keys that no page shows are ignored, even `constructor`", async () => {
    await write("home hero nothing", "x");
    await write("home nothing title", "x");
    await write("home constructor name", "x");
    await write("home hero __proto__", '{"polluted":true}', "json");
    await write("home seo meta_title", "x");
    expect((await loadWrittenTexts(visitor, ["home"])).home).toEqual(builtInTexts("home"));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test("a misspelled page, section or key doesn't compile", () => {
  // @ts-expect-error: the key is "title"
  expect(builtInTexts("home").hero.tilte).toBeUndefined();
  // @ts-expect-error: the section is "hero"
  expect(builtInTexts("home").heroo).toBeUndefined();
  // @ts-expect-error: the page is "home"
  expect(builtInTexts("hoem")).toEqual({});
});

const PARTS: Parts = {
  ...builtInParts({ page_name: "team", section_name: "members", content_key: "items" }),
  "*.href": { is: "link" },
};
const read = (content_value: string, fallback: CopyValue, more = {}, parts = PARTS) =>
  readValue({ content_value, content_type: "text", ...more }, fallback, parts);

describe("a stored value", () => {
  const links = [{ label: "Home", href: "/" }];

  test("a stored list or object must have the default's shape", () => {
    const value = '[{"label":"Start","href":"/start"},{"label":"End","href":"https://example.com/end"}]';
    expect(read(value, links)).toEqual(JSON.parse(value));
    expect(read("[]", links)).toEqual([]);
    expect(read('["Local SEO"]', ["a"])).toEqual(["Local SEO"]);
  });

  test.each([
    ["not JSON", "[{"],
    ["an object instead of a list", '{"label":"x","href":"/"}'],
    ["a list of texts instead of links", '["x"]'],
    ["a link without a label", '[{"href":"/"}]'],
    ["a label that is a number", '[{"label":1,"href":"/"}]'],
    ["nothing", "null"],
    ["an item that is nothing", "[null]"],
    ["a link that runs a program", '[{"label":"x","href":"javascript:alert(1)"}]'],
  ])("a stored value that is %s falls back to the default", (_, value) => {
    expect(read(value, links)).toBe(links);
  });

  test("missing optional parts of list items are added without sample content", () => {
    const { items } = team.members;
    const stored = [{ name: "Ada", position: "Lead", expertise: ["SEO"] }];
    const lacking = { image: items[0]!.image, profile_href: "", biography: "" };
    expect(read(JSON.stringify(stored), items)).toEqual([{ ...stored[0], ...lacking }]);
    const bare = [{ ...stored[0], image: "", profile_href: "", biography: "" }];
    expect(read(JSON.stringify(bare), items)).toEqual(bare);
    for (const wrong of [{ image: "me.jpg" }, { profile_href: "javascript:alert(1)" }])
      expect(read(JSON.stringify([{ ...bare[0], ...wrong }]), items)).toBe(items);
  });

  test("stored HTML loses its tags if the page shows plain text", () => {
    expect(read("<p>Fast &amp; <b>fair</b></p>", "Hello", { content_type: "html" })).toBe("Fast & fair");
    expect(read("<p></p>", "Hello", { content_type: "html" })).toBe("Hello");
    expect(read("a < b", "Hello")).toBe("a < b");
  });

  test("an invalid number or color falls back to the default", () => {
    expect(read("61.5", 7)).toBe(61.5);
    expect(read("", 7)).toBe(7);
    expect(read("many", 7)).toBe(7);
    expect(read("#FF0000", "#000000")).toBe("#FF0000");
    expect(read("red", "#000000")).toBe("#000000");
  });

  test("an invalid link target falls back to the default", () => {
    const link = builtInParts({ page_name: "home", section_name: "hero", content_key: "primary_href" });
    expect(read("/services", "/contact", {}, link)).toBe("/services");
    expect(read("javascript:alert(1)", "/contact", {}, link)).toBe("/contact");
    expect(read("//evil.example", "/contact", {}, link)).toBe("/contact");
  });
});

test.each(["/", "/contact?a=b#c", "#form", "?page=2", "https://example.com", "mailto:a@b.c", "tel:+1"])(
  "%s is a link",
  (text) => expect(isLink(text)).toBe(true),
);
test.each(["", "contact", "//host", "/\\host", "javascript:alert(1)", "data:text/html,x", "https://"])(
  "%j is not a link",
  (text) => expect(isLink(text)).toBe(false),
);
