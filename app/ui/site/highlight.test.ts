import { expect, test } from "vitest";
import { highlight, markChosen, wordsBetween } from "./highlight.ts";

test.each([
  ["Three results get most of the clicks. Be one of them.", "Be one of them."],
  ["SEO That Brings You Customers, Not Just Clicks", "Not Just Clicks"],
  ["The work, and what it did.", "and what it did."],
  ["SEO Case Studies", "Case Studies"],
  ["Pick the part of the page you own", "you own"],
  ["Growth – measured", "measured"],
])("the title '%s' highlights '%s'", (title, marked) => {
  const parts = highlight(title);
  expect(parts.marked).toBe(marked);
  expect(parts.plain + parts.marked).toBe(title);
});

test("a title of one or two words and a very long word aren't highlighted", () => {
  for (const title of ["Contact Us", "Let's Talk", "Great. Thanks"])
    expect(highlight(title)).toEqual({ plain: title, marked: "" });
  expect(highlight("Contact")).toEqual({ plain: "Contact", marked: "" });
  expect(highlight(`We ${"x".repeat(40)}`)).toEqual({ plain: `We ${"x".repeat(40)}`, marked: "" });
  expect(highlight("")).toEqual({ plain: "", marked: "" });
});

test("only the last words of a long phrase are highlighted", () => {
  expect(highlight("We grow, and we say how much we grew in every report").marked).toBe("every report");
});

test.each([
  ["SEO That Brings You Customers", "Brings You", ["SEO That ", "Brings You", " Customers"]],
  ["Contact Us", "Contact", ["", "Contact", " Us"]],
  ["Contact Us", "", ["Contact Us", "", ""]],
  // If the choice is outdated or only part of a word, `highlight` chooses.
  ["Let's Talk Now", "Contact", ["Let's ", "Talk Now", ""]],
  ["Let's Talk", "Contact", ["Let's Talk", "", ""]],
  ["Contacts of ours", "Contact", ["Contacts ", "of ours", ""]],
])("the title '%s' with the choice '%s' is split correctly", (title, chosen, parts) => {
  const { plain, marked, after } = markChosen(title, chosen);
  expect([plain, marked, after]).toEqual(parts);
});

test("a repeated word is highlighted at its chosen position, by default the last", () => {
  const title = "SEO for shops, SEO for all";
  const before = (chosen: string) => markChosen(title, chosen).plain;
  expect(wordsBetween(title, 0, 0)).toBe("SEO (1)");
  expect(before(wordsBetween(title, 0, 1))).toBe("");
  expect(before(wordsBetween(title, 3, 4))).toBe("SEO for shops, ");
  expect(before("SEO for")).toBe("SEO for shops, ");
  expect(wordsBetween(title, 2, 2)).toBe("shops,");
  // The title has changed since the words were chosen, so the last occurrence is used.
  expect(markChosen("One SEO plan", "SEO (2)")).toEqual({ plain: "One ", marked: "SEO", after: " plan" });
  // Here, "(2)" is part of the title.
  expect(markChosen("Part (2) of SEO (2) today", "SEO (2)").plain).toBe("Part (2) of ");
  expect(wordsBetween(title, 0, -1)).toBe("");
});
