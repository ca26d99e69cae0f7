import { expect, test } from "vitest";
import { readTrail } from "./trail.server.ts";

test("the pages of a visit are read in order, without tokens and repeats", () => {
  expect(readTrail("/\n/blog/a\n/blog/a\n/audit/secret-token\r\n/\n/contact")).toEqual([
    ...["/", "/blog/a", "/audit/***", "/", "/contact"],
  ]);
});

test("the first page and the last nineteen are kept", () => {
  const paths = Array.from({ length: 60 }, (_, at) => `/${at}`);
  const trail = readTrail(paths.join("\n"));
  expect(trail).toHaveLength(20);
  expect([trail[0], trail[1], trail.at(-1)]).toEqual(["/0", "/41", "/59"]);
});

test.each([
  ...["", "\n\n", "https://evil.example/", "//evil.example", "contact", `/${"x".repeat(500)}`],
  ...["/a b", "/\u0000", "/ü", "javascript:alert(1)"],
])("anything that isn't a path is ignored: %j", (sent) => {
  expect(readTrail(sent)).toEqual([]);
});
