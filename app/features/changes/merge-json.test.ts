import { expect, test } from "vitest";
import { mergeJson } from "./merge-json.ts";

const steps = (...titles: string[]) => ({
  type: "steps",
  items: titles.map((title) => ({ title, text: "t" })),
});
const faq = (...questions: string[]) => ({ type: "faq", items: questions.map((question) => ({ question })) });

test.each<[what: string, base: unknown, one: unknown, other: unknown, merged: unknown]>([
  [
    "texts of different sections",
    [steps("A"), faq("Q")],
    [steps("B"), faq("Q")],
    [steps("A"), faq("R")],
    [steps("B"), faq("R")],
  ],
  ["texts of different items", [steps("A", "B")], [steps("C", "B")], [steps("A", "D")], [steps("C", "D")]],
  [
    "different texts of one item",
    { title: "A", text: "B" },
    { title: "C", text: "B" },
    { title: "A", text: "D" },
    { title: "C", text: "D" },
  ],
  ["the same change", [steps("A")], [steps("B")], [steps("B")], [steps("B")]],
  ["an edit and a new item", ["a", "b"], ["A", "b"], ["a", "x", "b"], ["A", "x", "b"]],
  ["an edit and a removed item", ["a", "b", "c"], ["a", "b", "C"], ["b", "c"], ["b", "C"]],
  ["an edit and a moved item", ["a", "b", "c"], ["A", "b", "c"], ["b", "a", "c"], ["b", "A", "c"]],
  ["an edit and a duplicate", ["a", "a"], ["a", "A"], ["a", "a", "x"], ["a", "A", "x"]],
  ["a new key and an edit", { a: 1 }, { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
  ["a removed key and an edit", { a: 1, b: 2 }, { a: 1 }, { a: 3, b: 2 }, { a: 3 }],
])("%s are merged, whoever was first", (_, base, one, other, merged) => {
  const [from, a, b] = [base, one, other].map((value) => JSON.stringify(value));
  for (const result of [mergeJson(from!, a!, b!), mergeJson(from!, b!, a!)])
    expect(JSON.parse(result ?? "null")).toEqual(merged);
});

test.each<[what: string, base: unknown, one: unknown, other: unknown]>([
  ["the same text", [steps("A")], [steps("B")], [steps("C")]],
  ["an edit of a removed item", ["a", "b"], ["A", "b"], ["b"]],
  ["new items on both sides", ["a"], ["a", "b"], ["a", "c"]],
  ["an edit and a removed key", { a: 1 }, {}, { a: 2 }],
])("%s is a conflict", (_, base, one, other) => {
  const [from, a, b] = [base, one, other].map((value) => JSON.stringify(value));
  expect([mergeJson(from!, a!, b!), mergeJson(from!, b!, a!)]).toEqual([null, null]);
});

test("text that isn't JSON is a conflict", () => {
  expect(mergeJson("{}", "{", "{}")).toBeNull();
});
