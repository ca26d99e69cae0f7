import { describe, expect, test } from "vitest";
import { blogPath, countPages, rowsOf } from "./paging.ts";

describe("'3 featured, 6 initially visible, 6 added per load'", () => {
  test.each([
    [0, 1],
    [3, 1],
    [9, 1],
    [10, 2],
    [15, 2],
    [16, 3],
  ])("%i posts make %i pages", (total, pages) => expect(countPages(total)).toBe(pages));

  test("each recent post is on exactly one page", () => {
    const held = [1, 2, 3].map(rowsOf);
    expect(held).toEqual([
      { offset: 0, limit: 6 },
      { offset: 6, limit: 6 },
      { offset: 12, limit: 6 },
    ]);
  });

  test("the first page has only one URL", () => {
    expect([blogPath(), blogPath(1), blogPath(2)]).toEqual(["/blog", "/blog", "/blog?page=2"]);
  });
});
