// Three-way merge of JSON, so that edits of different texts in one field don't conflict.
import { isDeepStrictEqual as isEqual } from "node:util";
import { parseJson } from "../../platform/text/parse-json.ts";

const CONFLICT = Symbol("conflict");

/**
 * Merges two changes of the same JSON. Objects are merged by key and lists by item: one side may edit items while the
 * other adds, removes or moves items that weren't edited.
 * @returns JSON, formatted as records store it; null if both changed the same text, or both added or removed items
 */
export function mergeJson(base: string, one: string, other: string): string | null {
  const [before, a, b] = [base, one, other].map(parseJson);
  if (before === undefined || a === undefined || b === undefined) return null;
  const merged = merge(before, a, b);
  return merged === CONFLICT ? null : JSON.stringify(merged, null, 2);
}

function merge(base: unknown, one: unknown, other: unknown): unknown {
  if (isEqual(one, other) || isEqual(other, base)) return one;
  if (isEqual(one, base)) return other;
  if (Array.isArray(base) && Array.isArray(one) && Array.isArray(other)) return mergeLists(base, one, other);
  if (isObject(base) && isObject(one) && isObject(other)) return mergeObjects(base, one, other);
  return CONFLICT;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function mergeObjects(
  base: Record<string, unknown>,
  one: Record<string, unknown>,
  other: Record<string, unknown>,
) {
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const value = merge(base[key], one[key], other[key]);
    if (value === CONFLICT) return CONFLICT;
    if (value !== undefined) merged.push([key, value]);
  }
  return Object.fromEntries(merged);
}

function mergeLists(base: unknown[], one: unknown[], other: unknown[]): unknown {
  if (
    one.length === base.length &&
    other.length === base.length &&
    !isMoved(base, one) &&
    !isMoved(base, other)
  )
    return all(base.map((item, i) => merge(item, one[i], other[i])));
  const isEdited = (list: unknown[]) => list.length === base.length && !isMoved(base, list);
  if (isEdited(one)) return withEdits(base, one, other);
  if (isEdited(other)) return withEdits(base, other, one);
  return CONFLICT;
}

const all = (items: unknown[]) => (items.includes(CONFLICT) ? CONFLICT : items);

/** Returns whether a list of the same length has other items' content in some places. */
const isMoved = (base: unknown[], list: unknown[]) =>
  list.some((item, i) => !isEqual(item, base[i]) && base.some((before) => isEqual(before, item)));

/** Applies edits of single items to a list whose items were added, removed or moved. */
function withEdits(base: unknown[], edited: unknown[], changed: unknown[]): unknown {
  const result = [...changed];
  const free = new Set(changed.keys());
  for (const [i, item] of base.entries()) {
    // Equal items keep their order, so the first free one is this one.
    const at = [...free].find((place) => isEqual(changed[place], item));
    if (at !== undefined) free.delete(at);
    if (isEqual(edited[i], item)) continue;
    if (at === undefined) return CONFLICT;
    result[at] = edited[i];
  }
  return result;
}
