import { expect, test } from "vitest";
import { currentLink } from "./layout.current.ts";

test("the current section is highlighted when the path starts with the link's path", () => {
  expect(currentLink("/services", "/services")).toBe("page");
  expect(currentLink("/services/local-seo", "/services")).toBe("true");
  expect(currentLink("/case-studies/ledgerly-app", "/case-studies")).toBe("true");
  expect(currentLink("/about", "/services")).toBeUndefined();
});

test("a trailing slash or a query makes no difference", () => {
  expect(currentLink("/contact/", "/contact")).toBe("page");
  expect(currentLink("/contact", "/contact/#form")).toBe("page");
});

test("a link that leaves the site is never current", () => {
  expect(currentLink("/contact", "https://example.com/contact")).toBeUndefined();
});
