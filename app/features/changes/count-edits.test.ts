import { expect, test } from "vitest";
import { countEdits } from "./count-edits.ts";

const count = (...pairs: [before: unknown, after: unknown][]) =>
  countEdits(
    Object.fromEntries(
      pairs.map(([before, after], i) => {
        const [base, value] = [before, after].map((one) => ({
          value: typeof one === "string" ? one : JSON.stringify(one),
        }));
        return [`field${i}`, { base: base!, value: value! }];
      }),
    ),
  );

test.each<[string, number, ...[before: unknown, after: unknown][]]>([
  ["two fields", 2, ["a", "b"], ["c", "d"], ["same", "same"]],
  [
    "two texts in one list",
    2,
    [
      [{ t: "a" }, { t: "b" }],
      [{ t: "x" }, { t: "y" }],
    ],
  ],
  ["a text in each of two sections", 2, [[{ t: "a", items: ["b"] }], [{ t: "x", items: ["y"] }]]],
  [
    "an added item",
    1,
    [
      ["a", "b"],
      ["a", "new", "b"],
    ],
  ],
  [
    "a moved item",
    1,
    [
      ["a", "b"],
      ["b", "a"],
    ],
  ],
  ["numbers", 1, ["1", "2"]],
  ["text that looks like JSON on one side", 1, ["[1", "[1]"]],
])("%s", (_, edits, ...pairs) => expect(count(...pairs)).toBe(edits));
