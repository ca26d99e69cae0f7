import { expect, test } from "vitest";
import { axisTicks } from "./axis.ts";

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [24, [0, 10, 20]],
  [100, [0, 50, 100]],
  [8000, [0, 5000]],
])("a chart's axis up to %i has at most four lines, at round numbers", (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks);
});
