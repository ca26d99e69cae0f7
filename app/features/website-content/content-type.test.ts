import { expect, test } from "vitest";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type CopyName, copy } from "../../copy/site/pages.ts";
import { builtInTexts } from "./built-in.ts";
import { contentType } from "./content-type.ts";

test("each kind of built-in value has its content type", () => {
  expect(contentType("500+")).toBe("text");
  expect(contentType("A < B and B > A")).toBe("text");
  expect(contentType("/case-studies")).toBe("text");
  expect(contentType("<p>Hello</p>")).toBe("html");
  expect(contentType("https://example.com/team.webp")).toBe("image_url");
  expect(contentType("/placeholder.svg")).toBe("image_url");
  expect(contentType("#FF0000")).toBe("color");
  expect(contentType("#1 on the page")).toBe("text");
  expect(contentType(7)).toBe("number");
  expect(contentType(["Local SEO"])).toBe("json");
  expect(contentType({ days: "Sat" })).toBe("json");
});

test("built-in titles and labels are never HTML", () => {
  const html: string[] = [];
  for (const name of Object.keys(copy) as CopyName[]) {
    const sections: Record<string, Record<string, CopyValue>> = builtInTexts(name);
    for (const [section, texts] of Object.entries(sections)) {
      for (const [key, value] of Object.entries(texts)) {
        if (contentType(value) === "html") html.push(`${name} ${section} ${key}`);
      }
    }
  }
  expect(html).toEqual([
    "about mission body",
    "about approach body",
    "about why_choose_us body",
    "team leadership message",
    "services/local-seo problem body",
    "services/ecommerce-seo problem body",
    "services/national-seo problem body",
    "services/seo-consulting problem body",
    "services/gbp-optimization problem body",
    "services/technical-seo problem body",
    "services/digital-pr problem body",
    "privacy content html",
    "terms content html",
    "audit-method score html",
  ]);
});
