import { expect, test } from "vitest";
import { terms } from "../../copy/site/legal.ts";
import { addressLinesOf, BUILT_IN_FACTS, fillFacts, fillValue, shownBuiltIns } from "./facts.ts";

const facts = {
  site: "Rank & Co",
  phone: "(718) 555-0100",
  email: "ada@rank.co",
  address: "1 Real Road, Albany",
};

test("SPEC 2: a fresh site shows the spec's words", () => {
  expect(shownBuiltIns("footer").bottom.copyright).toBe("© 2025 SEO Pro Zone. All rights reserved.");
  expect(shownBuiltIns("home").features.title).toBe("Why Choose SEO Pro Zone");
  expect(shownBuiltIns("contact").cards.address).toBe("1200 Sample Street, Suite 500, New York, NY 10000");
});

test("facts are filled into text, lists and HTML", () => {
  expect(fillFacts("About {site}, {industry}", facts)).toBe("About Rank & Co, {industry}");
  expect(fillFacts("<p>About {site}</p>", facts)).toBe("<p>About Rank &amp; Co</p>");
  expect(fillValue({ items: [{ answer: "<p>{site}</p>", title: "{site}" }] }, facts)).toEqual({
    items: [{ answer: "<p>Rank &amp; Co</p>", title: "Rank & Co" }],
  });
});

test("a legal page without contact details links to the contact form", () => {
  const html = fillFacts(terms.content.html, BUILT_IN_FACTS);
  expect(html).not.toMatch(/mailto:|Phone:|Email:|\{/);
  expect(fillFacts('<p>Write to <a href="mailto:{email}">{email}</a>.</p>', BUILT_IN_FACTS)).toBe(
    '<p>Write to <a href="/contact">us through our contact form</a>.</p>',
  );
  expect(fillFacts(terms.content.html, facts)).toContain('<a href="mailto:ada@rank.co">ada@rank.co</a>');
});

test("{email} on the newsletter pages is the subscriber's email address", () => {
  const blog = {
    newsletter_confirm: { text: "Send it to {email}, {site}" },
    newsletter: { text: "{email}" },
  };
  expect(fillValue(blog, facts)).toEqual({
    newsletter_confirm: { text: "Send it to {email}, Rank & Co" },
    newsletter: { text: "ada@rank.co" },
  });
});

const row = (page_name: string, section_name: string, content_key: string, content_value: string) => ({
  ...{ page_name, section_name, content_key, content_value },
});

test("a changed footer address wins over the contact card's", () => {
  const card = row("contact", "cards", "address", "2 Card Street, Troy");
  expect(addressLinesOf([card])).toEqual(["2 Card Street, Troy"]);
  expect(addressLinesOf([card, row("footer", "contact", "address_lines", '["1 Real Road"]')])).toEqual([
    "1 Real Road",
  ]);
  expect(addressLinesOf([])).toEqual(["1200 Sample Street, Suite 500", "New York, NY 10000"]);
});

test("a business without an address has none anywhere", () => {
  const none = (lines: string) => addressLinesOf([row("footer", "contact", "address_lines", lines)]);
  expect(none("[]")).toEqual([]);
  expect(none('["", " "]')).toEqual([]);
  expect(fillFacts("<p>{site}, {address}</p>", { ...facts, address: "" })).toBe("<p>Rank &amp; Co</p>");
});
