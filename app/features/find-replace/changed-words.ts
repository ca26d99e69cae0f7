// Finds what a save changed that may appear elsewhere too: a price, a number, a name or a phrase.
import { textOf } from "../../platform/text/plain-text.ts";
import type { Format } from "./replace.ts";

type ChangedWords = { from: string; to: string };

/** Longer ones are sentences of their own place. */
const CHARS_MAX = 60;

/** @returns null if nothing changed that another place is likely to contain */
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

/** The words that differ, without common ones before and after. */
function difference(from: string[], to: string[]): ChangedWords | null {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const part = (words: string[]) => words.slice(start, words.length - end).join(" ");
  const [old, now] = [part(from), part(to)];
  // A shared ending isn't part of a price: "$799/month" and "$899/month".
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

/** A number, a name or several words; a single common word appears everywhere. */
function isTelling(words: string): boolean {
  if (words.length < 2 || words.length > CHARS_MAX || /^[/#]|:\/\//.test(words)) return false;
  if (/\{\w+\}/.test(words)) return false;
  return /\d/.test(words) || words.includes(" ") || /^\p{Lu}[\p{L}\p{N}.-]{2,}$/u.test(words);
}
