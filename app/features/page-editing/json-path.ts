import { indexInHtml, inHtml } from "../../platform/text/edit-mark.ts";
import { textsIn, withTextAt } from "../../platform/text/html-texts.ts";
import { parseJson } from "../../platform/text/parse-json.ts";

/** The last step may be a text within HTML (`inHtml`). */
type Path = readonly (string | number)[];

export const ITEM_CHANGES = ["add", "duplicate", "up", "down", "remove"] as const;
export type ItemChange = (typeof ITEM_CHANGES)[number];

/** Returns the text at a path, or null. An empty path means the whole value. */
export function readAt(stored: string, path: Path): string | null {
  if (!path.length) return stored;
  const { index, above } = splitHtml(path);
  if (index !== null) return textsIn(readAt(stored, above) ?? "")[index] ?? null;
  const found = valueAt(parseJson(stored), path);
  return typeof found === "string" ? found : null;
}

/** Returns the index of the text within HTML that a path leads to, or null, and the path of the HTML. */
function splitHtml(path: Path): { index: number | null; above: Path } {
  const last = path.at(-1);
  const index = typeof last === "string" ? indexInHtml(last) : null;
  return { index, above: index === null ? path : path.slice(0, -1) };
}

/**
 * Returns where a text is now, if items were added, removed or moved in its lists.
 * @param path where it was
 * @returns null unless exactly one place of the same kind has this text
 */
export function findMoved(stored: string, path: Path, text: string): (string | number)[] | null {
  const places: (string | number)[][] = [];
  const { index, above } = splitHtml(path);
  const look = (value: unknown, at: (string | number)[]) => {
    const step = path[at.length];
    if (at.length === above.length && index !== null && typeof value === "string")
      for (const [i, words] of textsIn(value).entries()) if (words === text) places.push([...at, inHtml(i)]);
    if (at.length === path.length) {
      if (value === text) places.push(at);
    } else if (typeof step === "number" && Array.isArray(value))
      for (const [i, item] of value.entries()) look(item, [...at, i]);
    else if (typeof step === "string" && typeof value === "object" && value !== null)
      look((value as Record<string, unknown>)[step], [...at, step]);
  };
  if (path.length) look(above.length ? parseJson(stored) : stored, []);
  return places.length === 1 ? places[0]! : null;
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string | number, unknown>)[part];
  }
  return found;
}

/** Returns the stored value with the text at a path replaced. The path must exist. */
export function writeAt(stored: string, path: Path, text: string): string {
  if (!path.length) return text;
  const { index, above } = splitHtml(path);
  if (index !== null) return writeAt(stored, above, withTextAt(readAt(stored, above) ?? "", index, text));
  return JSON.stringify(replaceAt(parseJson(stored), path, text), null, 2);
}

function replaceAt(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[first] = replaceAt((copy as never)[first], rest, by);
  return copy;
}

/**
 * Duplicates, moves or removes the innermost list item that contains a path, or adds an item after it.
 * @param path of a text in the item
 * @param blank text for a new item
 * @returns null if there's no such item, it can't be moved that way, or removing it would empty the list
 */
export function changeItem(stored: string, path: Path, change: ItemChange, blank: string): string | null {
  const last = path.findLastIndex((part) => typeof part === "number");
  const [to, index] = [path.slice(0, last), path[last] as number];
  const value = parseJson(stored);
  const list = valueAt(value, to);
  if (last === -1 || !Array.isArray(list) || index >= list.length) return null;
  const item = list[index];
  const other = change === "up" ? index - 1 : index + 1;
  const without = list.toSpliced(index, 1);
  if (change === "remove" ? !without.length : !isCopy(change) && !(other in list)) return null;
  const changed = isCopy(change)
    ? list.toSpliced(index + 1, 0, change === "add" ? blankOf(item, path.slice(last + 1), blank) : item)
    : change === "remove"
      ? without
      : without.toSpliced(other, 0, item);
  return JSON.stringify(replaceAt(value, to, changed), null, 2);
}

const isCopy = (change: ItemChange) => change === "add" || change === "duplicate";

/** Copies an item and replaces only the text at the path, so links and icons stay valid. */
function blankOf(item: unknown, path: Path, blank: string) {
  const { index, above } = splitHtml(path);
  return replaceAt(item, above, index === null ? blank : `<p>${blank}</p>`);
}
