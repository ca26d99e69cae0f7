import { isDeepStrictEqual as isEqual } from "node:util";
import { parseJson } from "../../platform/text/parse-json.ts";
import { type DraftFields, isChange } from "./merge.ts";

/**
 * Returns how many texts a draft changes. In lists, each changed text counts; items that were added, removed or moved
 * count once per list.
 */
export const countEdits = (fields: DraftFields): number =>
  Object.values(fields)
    .filter(isChange)
    .reduce((sum, { base, value }) => sum + countIn(parseJson(base.value), parseJson(value.value)), 0);

function countIn(before: unknown, after: unknown): number {
  if (before !== undefined && isEqual(before, after)) return 0;
  if (Array.isArray(before) && Array.isArray(after)) {
    const isMoved = [...before, ...after].every((item) => isIn(before, item) && isIn(after, item));
    if (isMoved || before.length !== after.length) return 1;
    return sumOf(before.map((item, i) => countIn(item, after[i])));
  }
  if (!isObject(before) || !isObject(after)) return 1;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return sumOf([...keys].map((key) => countIn(before[key] ?? null, after[key] ?? null)));
}

const isIn = (list: unknown[], item: unknown) => list.some((one) => isEqual(one, item));

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
