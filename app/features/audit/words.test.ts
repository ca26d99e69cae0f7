import { expect, test } from "vitest";
import { RULE_IDS } from "./result.ts";
import { foundText, nameOf, todoOf, troubleText } from "./words.ts";

test("every rule has a name of its own and says what to do", () => {
  expect(new Set(RULE_IDS.map(nameOf)).size).toBe(RULE_IDS.length);
  for (const id of RULE_IDS) expect(todoOf(id), id).toMatch(/^[A-Z].{20,}\.$/);
});

test("what was not checked says for what reason, also one that this version does not know", () => {
  const unchecked = (why: string) => foundText({ id: "title", state: "unchecked", value: { why } });
  expect(unchecked("protected")).toContain("That says nothing about Google");
  expect(unchecked("of a later version")).toBe("The website’s answer left it open.");
});

test("nothing that is said promises a rank or visitors", () => {
  const promises = /rank (higher|better)|more (traffic|visitors)|first page of google/i;
  for (const id of RULE_IDS) expect(todoOf(id), id).not.toMatch(promises);
  expect(troubleText("protected")).toContain("That says nothing about Google");
});
