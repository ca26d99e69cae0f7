// Finds changed values that may appear on other pages too.
import { copy } from "../../copy/site/pages.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import type { Format } from "./replace.ts";

type ChangedWords = { from: string; to: string };

const CHARS_MAX = 60;

/** Returns the changed words, or null if other pages are unlikely to contain them. */
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

function difference(from: string[], to: string[]): ChangedWords | null {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const part = (words: string[]) => words.slice(start, words.length - end).join(" ");
  const [old, now] = [part(from), part(to)];
  // "$799/month" and "$899/month" share an ending that isn't part of the price.
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

/** Returns whether the words are a number, an email address, a URL or a name. */
function isTelling(words: string): boolean {
  if (words.length < 2 || words.length > CHARS_MAX || /^[/#]|\{\w+\}/.test(words)) return false;
  if (/^\S+@\S+$|^\S+\.[a-z]{2,}(\/\S*)?$/i.test(words)) return true;
  const parts = words.split(" ");
  if (parts.filter((part) => /\d/.test(part)).length * 2 >= parts.length) return true;
  return parts.every((part) => /^[\p{Lu}\d]/u.test(part)) && parts.some((part) => !isOrdinary(part));
}

/** Returns whether a word is short, in all caps, or in lowercase in some built-in text, such as "customers". */
const isOrdinary = (word: string) => {
  ordinaryWords ??= new Set(JSON.stringify(copy).match(/(?<![\p{L}\p{N}])\p{Ll}+/gu));
  return word.length < 3 || word === word.toUpperCase() || ordinaryWords.has(bare(word).toLowerCase());
};
let ordinaryWords: Set<string> | undefined;
