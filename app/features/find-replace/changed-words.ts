// What a save changed, where it is worth looking for the same words elsewhere: a price, a number, a name, a phrase.
import { textOf } from "../../platform/text/plain-text.ts";
import type { Format } from "./replace.ts";

type ChangedWords = { from: string; to: string };

/** Longer ones are sentences of their own place. */
const CHARS_MAX = 60;

/**
 * @returns null where nothing changed that another place is likely to say too
 */
export function changedWords(before: string, after: string, format: Format): ChangedWords | null {
  const [from, to] = [before, after].map((value) => wordsOf(value, format));
  const changed = difference(from!, to!);
  return changed && isTelling(changed.from) && changed.from !== changed.to ? changed : null;
}

function wordsOf(value: string, format: Format): string[] {
  const text =
    format === "text" ? value : textOf(format === "json" ? value.replaceAll(/["[\]{}]/g, " ") : value);
  return text.split(/\s+/).filter(Boolean);
}

/** The words that differ, without those that are the same before and after them. */
function difference(from: string[], to: string[]): ChangedWords | null {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const part = (words: string[]) => words.slice(start, words.length - end).join(" ");
  const [old, now] = [part(from), part(to)];
  // What both end with is no part of the price: "$799/month" and "$899/month".
  const tail = /^[^\s/]*(\/[a-z]+)?[.,;:!?]*$/i.test(old) ? sharedTail(old, now) : "";
  return old
    ? { from: bare(old.slice(0, old.length - tail.length)), to: bare(now.slice(0, now.length - tail.length)) }
    : null;
}

function sharedTail(one: string, other: string): string {
  const [, tail = ""] = /(\/[a-z]+[.,;:!?]*|[.,;:!?]+)$/i.exec(one) ?? [];
  return tail && other.endsWith(tail) ? tail : "";
}

const bare = (words: string) => words.replace(/^[“"'(]+|[”"'),.;:!?]+$/g, "");

/** A figure, a name or several words; a common word alone stands everywhere. */
function isTelling(words: string): boolean {
  if (words.length < 2 || words.length > CHARS_MAX || /^[/#]|:\/\//.test(words)) return false;
  if (/\{\w+\}/.test(words)) return false;
  return /\d/.test(words) || words.includes(" ") || /^\p{Lu}[\p{L}\p{N}.-]{2,}$/u.test(words);
}
