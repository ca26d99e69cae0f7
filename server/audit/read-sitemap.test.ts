import { expect, test } from "vitest";
import { readSitemap } from "./read-sitemap.ts";

test("readSitemap returns the requested number of URLs from a text sitemap", () => {
  const list = Array.from({ length: 50 }, (_, i) => `https://example.com/${i}`);
  const { kind, count, first } = readSitemap(Buffer.from(list.join("\n")), 30);
  expect([kind, count, first]).toEqual(["text", 50, list.slice(0, 30)]);
});
