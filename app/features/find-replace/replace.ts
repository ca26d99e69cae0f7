// Finds and replaces words in a value: in what visitors read, never in tags, links or placeholders.
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";

/** How a value is parsed: plain text, HTML, or JSON with texts of either. */
export type Format = "text" | "html" | "json";

export type Search = {
  find: string;
  /** case-sensitive */
  isExact: boolean;
  /** "cat" doesn't match "category" */
  isWhole: boolean;
};

/** A hit with the sentence around it. */
export type Hit = { before: string; match: string; after: string };

type At = { leaf: number; start: number; end: number };

const SHOWN_CHARS = 70;
/** How much context is read around a hit, tags included. */
const AROUND_CHARS = 1_000;
/** How text between tags is written in sanitized HTML. */
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeWords = (text: string) => text.replace(/[&<>]/g, (one) => ESCAPES[one]!);
const isHtml = (text: string) => /^<[a-z]/i.test(text);
/** Keys of images and link targets in a list or object. */
const NO_WORDS = /^(icon|href)$|_href$/;

/**
 * Returns all hits of a value in order.
 * @returns none for invalid JSON
 */
export function findHits(value: string, format: Format, search: Search): Hit[] {
  const leaves = leavesOf(value, format);
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
 * @param chosen numbers of `findHits`, counted from 0
 */
export function replaceIn(
  value: string,
  format: Format,
  search: Search,
  replacement: string,
  chosen: ReadonlySet<number>,
): string {
  const leaves = leavesOf(value, format);
  const texts = leaves.map(({ text }) => text);
  const places = placesIn(leaves, search).filter((_, number) => chosen.has(number));
  // From the end, so that earlier positions stay valid.
  for (const { leaf, start, end } of places.reverse()) {
    const words = leaves[leaf]!.html ? escapeWords(replacement) : replacement;
    texts[leaf] = texts[leaf]!.slice(0, start) + words + texts[leaf]!.slice(end);
  }
  if (format !== "json") return texts[0]!;
  let next = 0;
  return JSON.stringify(
    mapWords(JSON.parse(value), () => texts[next++]!),
    null,
    2,
  );
}

type Leaf = { text: string; html: boolean };

function leavesOf(value: string, format: Format): Leaf[] {
  if (format !== "json") return [{ text: value, html: format === "html" }];
  const leaves: Leaf[] = [];
  mapWords(parseJson(value), (text) => {
    leaves.push({ text, html: isHtml(text) });
    return text;
  });
  return leaves;
}

/** Returns a JSON value with `change` applied to each visible text, in order. */
function mapWords(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => mapWords(part, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, NO_WORDS.test(key) ? part : mapWords(part, change)]),
  );
}

function placesIn(leaves: readonly Leaf[], search: Search): At[] {
  if (!search.find) return [];
  return leaves.flatMap(({ text, html }, leaf) => {
    const sought = sourceOf(html ? escapeWords(search.find) : search.find, search.isWhole);
    // Unchangeable parts match first and are skipped.
    const passed = html ? "<[^>]*>|\\{\\w+\\}" : "\\{\\w+\\}";
    const all = text.matchAll(new RegExp(`(?<passed>${passed})|${sought}`, search.isExact ? "gu" : "giu"));
    return [...all]
      .filter(({ groups }) => groups?.passed === undefined)
      .map(({ 0: match, index }) => ({ leaf, start: index, end: index + match.length }));
  });
}

/** Returns a pattern in which whitespace matches any whitespace. */
function sourceOf(find: string, isWhole: boolean): string {
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s+");
  if (!isWhole) return words;
  // "$799" ends before a letter or digit, and so do "$7,999" and "7.99".
  const edge = "[\\p{L}\\p{N}]";
  return `(?<!${edge}|${edge}[.,])${words}(?!${edge}|[.,]\\p{N})`;
}

/** Returns the end of the context before a hit, starting after a complete tag. */
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
