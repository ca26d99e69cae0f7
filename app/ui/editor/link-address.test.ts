import { expect, test } from "vitest";
import { readTypedLink } from "./link-address.ts";

test.each([
  ["", ""],
  ["https://example.com/a b".replace(" ", "%20"), "https://example.com/a%20b"],
  ["/contact", "/contact"],
  ["#faq", "#faq"],
  ["example.com", "https://example.com"],
  ["www.example.co.uk/a?b=c", "https://www.example.co.uk/a?b=c"],
  ["example.com:8080/a", "https://example.com:8080/a"],
  ["a@b.co", "mailto:a@b.co"],
  ["mailto:a@b.co", "mailto:a@b.co"],
  ["(212) 555-0142", "tel:2125550142"],
  ["+1 212 555 0142", "tel:+12125550142"],
])("'%s' becomes the URL '%s'", (typed, href) => {
  expect(readTypedLink(typed)).toEqual({ href });
});

test.each(["contact us", "blog", "local seo", "2026", "//example.com", "v2.0"])(
  "'%s' is treated as a search",
  (typed) => {
    expect(readTypedLink(typed)).toEqual({ search: typed });
  },
);

test.each([
  "javascript:alert(1)",
  "JavaScript: alert(1)",
  "data:text/html,x",
  "file:///etc",
  "https://",
  "https://a b",
])("'%s' is rejected with a reason", (typed) => {
  expect(readTypedLink(typed)).toEqual({ refused: expect.any(String) });
});
