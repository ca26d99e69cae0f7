import { type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";

/** In JSON, each string may be plain text or HTML. */
export type Format = "text" | "html" | "json";

export type Search = {
  find: string;
  isExact: boolean;
  /** "cat" doesn't match "category" */
  isWhole: boolean;
};

export type Hit = { before: string; match: string; after: string };

type At = { leaf: number; start: number; end: number };

const SHOWN_CHARS = 70;
const AROUND_CHARS = 1_000;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeWords = (text: string) => text.replace(/[&<>]/g, (one) => ESCAPES[one]!);
const isHtml = (text: string) => /^<[a-z]/i.test(text);

/** Changes the words in a JSON value, and nothing else in it. */
export type MapWords = (value: unknown, change: (text: string) => string) => unknown;

/**
 * Returns all hits in order. Invalid JSON has none.
 * @param map finds the words in JSON; by default, all strings
 */
export function findHits(value: string, format: Format, search: Search, map = mapParts({})): Hit[] {
  const leaves = leavesOf(value, format, map);
  return placesIn(leaves, search).map(({ leaf, start, end }) => {
    const { text, html } = leaves[leaf]!;
    const words = (part: string) => (html ? textOf(part) : part.replace(/\s+/g, " "));
    const [head, tail] = [lastOf(text.slice(0, start), html), text.slice(end, end + AROUND_CHARS)];
    const before = words(head) + (html && /\s$/.test(head) ? " " : "");
    const after = (html && /^\s/.test(tail) ? " " : "") + words(tail);
    return { before: cutStart(before), match: words(text.slice(start, end)), after: cutEnd(after) };
  });
}

/**
 * Replaces the selected hits.
 * @param chosen indexes into the result of `findHits`
 * @param map as in `findHits`
 */
export function replaceIn(
  value: string,
  format: Format,
  search: Search,
  replacement: string,
  chosen: ReadonlySet<number>,
  map = mapParts({}),
): string {
  const leaves = leavesOf(value, format, map);
  const texts = leaves.map(({ text }) => text);
  const places = placesIn(leaves, search).filter((_, number) => chosen.has(number));
  // Backwards, because a replacement shifts all later positions.
  for (const { leaf, start, end } of places.reverse()) {
    const words = leaves[leaf]!.html ? escapeWords(replacement) : replacement;
    texts[leaf] = texts[leaf]!.slice(0, start) + words + texts[leaf]!.slice(end);
  }
  if (format !== "json") return texts[0]!;
  let next = 0;
  const replaced = map(JSON.parse(value), () => texts[next++]!);
  return JSON.stringify(replaced, null, 2);
}

type Leaf = { text: string; html: boolean };

function leavesOf(value: string, format: Format, map: MapWords): Leaf[] {
  if (format !== "json") return [{ text: value, html: format === "html" }];
  const leaves: Leaf[] = [];
  map(parseJson(value), (text) => {
    leaves.push({ text, html: isHtml(text) });
    return text;
  });
  return leaves;
}

/** Returns the function for a value whose parts are declared. */
export function mapParts(parts: Parts): MapWords {
  return (value, change) => {
    const walk = (part: unknown, path: PartPath): unknown => {
      if (partAt(parts, path).is) return part;
      if (typeof part === "string") return change(part);
      if (Array.isArray(part)) return part.map((item, i) => walk(item, [...path, i]));
      if (part === null || typeof part !== "object") return part;
      return Object.fromEntries(
        Object.entries(part).map(([key, inner]) => [key, walk(inner, [...path, key])]),
      );
    };
    return walk(value, []);
  };
}

function placesIn(leaves: readonly Leaf[], search: Search): At[] {
  if (!search.find) return [];
  return leaves.flatMap(({ text, html }, leaf) => {
    const sought = sourceOf(html ? escapeWords(search.find) : search.find, search.isWhole);
    // Tags and placeholders match first and are filtered out below, as are entities that aren't sought: the "amp"
    // in "&amp;" isn't a word.
    const passed = html ? "<[^>]*>|\\{\\w+\\}" : "\\{\\w+\\}";
    const entity = html ? "|(?<entity>&\\w+;)" : "";
    const pattern = `(?<passed>${passed})|${sought}${entity}`;
    const all = text.matchAll(new RegExp(pattern, search.isExact ? "gu" : "giu"));
    return [...all]
      .filter(({ groups }) => groups?.passed === undefined && groups?.entity === undefined)
      .map(({ 0: match, index }) => ({ leaf, start: index, end: index + match.length }));
  });
}

function sourceOf(find: string, isWhole: boolean): string {
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s+");
  if (!isWhole) return words;
  // Keeps "$799" from matching in "$7995" or "$799.50", and "99" in "7.99".
  const edge = "[\\p{L}\\p{N}]";
  return `(?<!${edge}|${edge}[.,])${words}(?!${edge}|[.,]\\p{N})`;
}

/** Returns the end of a text, without the rest of a tag that was cut in half. */
function lastOf(text: string, html: boolean): string {
  const last = text.slice(-AROUND_CHARS);
  const isCut = html && last.length < text.length && /^[^<]*>/.test(last);
  return isCut ? last.slice(last.indexOf(">") + 1) : last;
}

function cutStart(text: string): string {
  if (text.length <= SHOWN_CHARS) return text;
  return `…${text.slice(-SHOWN_CHARS).replace(/^\S*\s/, "")}`;
}

function cutEnd(text: string): string {
  if (text.length <= SHOWN_CHARS) return text;
  return `${text.slice(0, SHOWN_CHARS).replace(/\s\S*$/, "")}…`;
}
