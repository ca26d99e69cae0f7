import { expect, test } from "vitest";
import { unmarked } from "./edit-mark.ts";

test("a mark moves from around a text to the start of its element", () => {
  expect(unmarked("\uE000\uE105Local SEO\uE001")).toEqual({ words: "Local SEO", point: "\uE002\uE105" });
  expect(unmarked("Local SEO")).toEqual({ words: "Local SEO", point: "" });
  expect(unmarked("")).toEqual({ words: "", point: "" });
});
