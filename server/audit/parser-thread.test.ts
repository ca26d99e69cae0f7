import { expect, test } from "vitest";
import { ParserThread } from "./parser-thread.ts";

const bytes = (text: string) => Buffer.from(text);

test("a parse that takes too long is aborted, and the next one still works", async () => {
  const parser = new ParserThread(5_000);
  // Unclosed tags take quadratic time.
  const hostile = parser.read({ read: "sitemap", bytes: bytes(`<urlset>${"<a></b>".repeat(140_000)}`) });
  const next = parser.read({ read: "page", bytes: bytes("<title>Bread</title>"), contentType: "" });
  expect(await hostile).toBeNull();
  expect(await next).toMatchObject({ titles: { count: 1, first: "Bread" } });
  parser.close();
  expect(await parser.read({ read: "sitemap", bytes: bytes("<urlset>") })).toBeNull();
});
