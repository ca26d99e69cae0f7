import { expect, test } from "vitest";
import { LISTED_PAGES } from "../../copy/site/page-names.ts";
import { listBuiltIns } from "./built-in.ts";
import { labelOnPage, pageLabel, textLabel } from "./text-label.ts";

const label = (page_name: string, section_name: string, content_key: string) =>
  textLabel({ page_name, section_name, content_key });

test("every text has a label that's unique on its page", () => {
  const texts = listBuiltIns();
  expect(texts.length).toBeGreaterThan(700);
  const wrong = texts.map(textLabel).filter((one) => !/^\S[^_]*, [^_]*[^\s_]: [^_]*\S$/.test(one));
  expect(wrong).toEqual([]);
  const seen = new Set<string>();
  const twice = texts.filter((text) => seen.size === seen.add(`${text.page_name} ${labelOnPage(text)}`).size);
  expect(twice.map(textLabel)).toEqual([]);
});

test("every page on the Pages tab has its own name", () => {
  const names = LISTED_PAGES.map(pageLabel);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("Shopify SEO");
  expect(names.filter((name) => /[_/]|^[a-z]/.test(name))).toEqual([]);
});

test("a label says where a text is and what it is", () => {
  expect(label("home", "hero", "title")).toBe("Home, top of the page: headline");
  expect(label("home", "hero", "secondary_href")).toBe("Home, top of the page: second button: link target");
  expect(label("services/local-seo", "pricing", "price")).toBe("Local SEO, pricing: price");
  expect(label("header", "navigation", "items")).toBe("Header, menu: list");
  expect(label("contact", "form", "email_label")).toBe("Contact, form: label “email”");
});

test("an unused text is labeled with the words of its key", () => {
  expect(label("services/woocommerce-seo", "own_section", "my_key")).toBe(
    "WooCommerce SEO, own section: my key",
  );
});
