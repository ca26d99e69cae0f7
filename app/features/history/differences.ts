import { diffArrays, diffWordsWithSpace } from "diff";
import { Parser } from "htmlparser2";
import { parseJson } from "../../platform/text/parse-json.ts";
import type { RecordField } from "../records/record-kind.server.ts";

/** "out" is only in the earlier version, "in" only in the later one. */
export type Part = { is: "same" | "out" | "in"; text: string };
/** `omitted` is the number of unchanged lines left out. */
export type Block = { parts: Part[] } | { omitted: number };

/** Limit on the differences between two versions' lines; with more, all lines are shown as replaced. */
const LINES_EDITED_MAX = 1_000;
/** Limit on the changed words of a line; with more, the line is shown as replaced. */
const WORDS_EDITED_MAX = 200;
/** Limit on the characters of a field that are compared by word, tries included; lines after that are shown as replaced. */
const COMPARED_CHARS_MAX = 300_000;
/** Texts are shown as replaced if less than this share of their characters is the same. */
const SAME_ENOUGH = 0.4;
const LOOK_AHEAD = 4;
const AROUND = 1;

/** Returns the differences: HTML by block, JSON by item, other formats by word. */
export function findDifferences(format: RecordField["format"], before: string, after: string): Block[] {
  const [earlier, later] = [before, after].map((value) => linesOf(format, value)) as [string[], string[]];
  const blocks: Line[] = [];
  const budget = { chars: COMPARED_CHARS_MAX };
  const changes = diffArrays(earlier, later, { maxEditLength: LINES_EDITED_MAX }) ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ];
  for (let i = 0; i < changes.length; i++) {
    const { value, added, removed } = changes[i]!;
    const next = changes[i + 1];
    if (removed && next?.added) {
      blocks.push(...replaced(value, next.value, budget));
      i++;
    } else blocks.push(...value.map((text) => whole(removed ? "out" : added ? "in" : "same", text)));
  }
  return withoutSame(blocks);
}

type Line = { parts: Part[] };
type Budget = { chars: number };
const whole = (is: Part["is"], text: string): Line => ({ parts: [{ is, text }] });

function replaced(before: string[], after: string[], budget: Budget): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (const text of before) {
    let parts: Part[] | null = null;
    let at = next;
    while (!parts && at < Math.min(next + LOOK_AHEAD, after.length))
      parts = wordsOf(text, after[at++]!, budget);
    if (!parts) {
      lines.push(whole("out", text));
      continue;
    }
    lines.push(...after.slice(next, at - 1).map((other) => whole("in", other)), { parts });
    next = at;
  }
  return [...lines, ...after.slice(next).map((text) => whole("in", text))];
}

/** Returns null if the texts have too little in common, or if comparing them would take too much work. */
function wordsOf(before: string, after: string, budget: Budget): Part[] | null {
  budget.chars -= before.length + after.length;
  if (budget.chars < 0) return null;
  const words = diffWordsWithSpace(before, after, { maxEditLength: WORDS_EDITED_MAX });
  const parts = words?.map(
    ({ value, added, removed }): Part => ({ is: added ? "in" : removed ? "out" : "same", text: value }),
  );
  const common = parts?.reduce((sum, { is, text }) => sum + (is === "same" ? text.trim().length : 0), 0) ?? 0;
  return parts && common >= SAME_ENOUGH * Math.max(before.length, after.length) ? parts : null;
}

function withoutSame(blocks: Line[]): Block[] {
  const isChange = blocks.map(({ parts }) => parts.some(({ is }) => is !== "same"));
  const isShown = blocks.map((_, i) => isChange.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(Boolean));
  const shown: Block[] = [];
  for (const [i, block] of blocks.entries()) {
    const last = shown.at(-1);
    if (isShown[i]) shown.push(block);
    else if (last && "omitted" in last) last.omitted++;
    else shown.push({ omitted: 1 });
  }
  return shown;
}

/** Returns a value's text: HTML by block, JSON by item, other formats by line. */
export function linesOf(format: RecordField["format"], value: string): string[] {
  if (format === "html") return blocksOf(value);
  if (format === "json") return itemsOf(value);
  return value === "" ? [] : value.split(/\n/);
}

const BLOCKS = /^(p|h[1-6]|li|blockquote|pre|tr|figcaption|dt|dd|hr|caption)$/;
const HEADING = /^h[1-6]$/;
const CELL = /^t[dh]$/;

/** Returns one line per block, with the URLs of images and links. */
function blocksOf(html: string): string[] {
  const lines: string[] = [];
  const links: string[] = [];
  let line = "";
  const end = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text) lines.push(text);
    line = "";
  };
  const parser = new Parser({
    onopentag(name, { href = "", src = "", alt = "" }) {
      if (BLOCKS.test(name)) end();
      if (HEADING.test(name)) line += `${name.toUpperCase()} `;
      if (name === "li") line += "• ";
      if (name === "img") line += ` [image ${src}${alt && `: ${alt}`}] `;
      if (name === "a") links.push(href);
    },
    ontext(text) {
      line += text;
    },
    onclosetag(name) {
      const href = name === "a" && links.pop();
      if (href) line += ` [${href}]`;
      if (CELL.test(name)) line += " | ";
      if (BLOCKS.test(name)) end();
    },
  });
  parser.end(html);
  end();
  return lines;
}

/** Returns one line per item or entry. Invalid JSON is split into its lines. */
function itemsOf(json: string): string[] {
  const value = parseJson(json);
  if (value === undefined) return json.split("\n");
  if (Array.isArray(value)) return value.map((item) => lineOf(item));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).map(([name, one]) => `${name}: ${lineOf(one)}`);
  return [lineOf(value)];
}

function lineOf(value: unknown): string {
  if (typeof value === "string" && /^<[a-z]/i.test(value)) return blocksOf(value).join(" ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const entries = Array.isArray(value) ? value : Object.values(value);
  return entries.map(lineOf).filter(Boolean).join(" · ");
}
