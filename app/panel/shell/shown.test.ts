import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../../routes.ts";
import { stepOf, TABS } from "./shown.ts";

test("every panel page has a toast for failed loads (SPEC 8, decision 0035.31)", () => {
  const panel = (routes as RouteConfigEntry[]).find(({ id }) => id === "panel");
  const pages = (panel?.children ?? []).filter(({ file, path }) => file.endsWith(".tsx") && path !== "*");
  expect(Object.keys(TABS).sort()).toEqual(pages.map(({ file }) => file.replace(/\.tsx$/, "")).sort());
});

test.each([
  ["edit=1&page=2", "edit=1&page=2", "again"],
  ["edit=1&page=2", "page=2", "closing"],
  ["add=home+hero", "", "closing"],
  ["add=1&from=%2Fold&to=%2Fnew", "", "closing"],
  ["edit=1&draft=1&page=2", "page=2", "closing"],
  ["edit=1&draft=1", "edit=1", "away"],
  ["", "edit=1", "away"],
  ["edit=1", "edit=2", "away"],
  ["edit=1&page=2", "page=3", "away"],
])("navigating from ?%s to ?%s counts as %s", (from, to, step) => {
  expect(stepOf(new URLSearchParams(from), new URLSearchParams(to))).toBe(step);
});
