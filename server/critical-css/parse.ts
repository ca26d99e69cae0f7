/**
 * `needs` lists what must be on the page, and `choices` the selectors of each `:is()`, of which one must match.
 * `isLater` selectors match only after pointer or keyboard input.
 */
export type Selector = { text: string; needs: string[]; choices: Selector[][]; isLater: boolean };
/**
 * `variable` is the custom property that the declaration sets, and `uses` lists those that it reads. `isLater`
 * declarations have no immediate effect.
 */
export type Declaration = { text: string; variable?: string; uses: string[]; isLater: boolean };
export type Rule =
  | { kind: "style"; selectors: Selector[]; declarations: Declaration[] }
  | { kind: "group"; head: string; rules: Rule[] }
  /** Other at-rules aren't parsed. `name` is what they define. */
  | { kind: "other"; type: string; name: string; text: string };

const COMMENT = /\/\*.*?\*\//gs;
const GROUP = /^@(media|supports|layer|container|scope|starting-style)\b/;

/** Returns a style sheet's rules, in order. */
export function readSheet(text: string): Rule[] {
  return readRules(text.replace(COMMENT, ""));
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const end = findTerminator(css, at, "{;}");
    const head = css.slice(at, end).trim();
    if (css[end] !== "{") {
      if (head) rules.push(otherRule(head, `${head};`));
      at = end + 1;
      continue;
    }
    const close = findTerminator(css, end + 1, "}");
    const inside = css.slice(end + 1, close);
    if (GROUP.test(head)) rules.push({ kind: "group", head, rules: readRules(inside) });
    else if (head.startsWith("@")) rules.push(otherRule(head, `${head}{${inside}}`, inside));
    else {
      const selectors = splitAt(head, ",").map(readSelector);
      rules.push({ kind: "style", selectors, declarations: readDeclarations(inside) });
    }
    at = close + 1;
  }
  return rules;
}

function otherRule(head: string, text: string, inside = ""): Rule {
  const [type = "", name = ""] = head.split(/\s+/);
  const family = /font-family:\s*["']?([^;"']+)/.exec(inside)?.[1];
  return { kind: "other", type, name: type === "@font-face" ? (family ?? "") : name, text };
}

/** Finds the first of `ends` outside of strings and brackets. */
function findTerminator(css: string, from: number, ends: string): number {
  let depth = 0;
  let quote = "";
  for (let i = from; i < css.length; i++) {
    const char = css[i]!;
    if (char === "\\") i++;
    else if (quote) {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (depth === 0 && ends.includes(char)) return i;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
  }
  return css.length;
}

function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = findTerminator(text, at, separator);
    const part = text.slice(at, end).trim();
    if (part) parts.push(part);
    at = end + 1;
  }
  return parts;
}

const USED_VARIABLE = /var\(\s*(--[\w-]+)/g;
/** Returns the custom properties that a piece of CSS uses. */
export const variablesIn = (text: string) =>
  Array.from(text.matchAll(USED_VARIABLE), ([, name = ""]) => name);

const TRANSITION = /^transition\b/;
/** Also matches strings, so that commas inside them stay unchanged. */
const COMMA = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|,\s+/g;

function readDeclarations(css: string): Declaration[] {
  return splitAt(css, ";").map((part) => {
    const text = part.replace(COMMA, (_, string) => string ?? ",");
    const variable = text.startsWith("--") ? text.slice(0, text.indexOf(":")).trim() : undefined;
    return { text, variable, uses: variablesIn(text), isLater: TRANSITION.test(text) };
  });
}

const LATER = /:(hover|active|focus|focus-visible|focus-within|user-invalid)\b/;
/** Arguments of `:not()`, `:is()` and the like don't have to be on the page. */
const ARGUMENTS = /(?<!:has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
/** For a list in `:has()`, one match is enough. */
const CHOICE = /:has\([^()]*,[^()]*\)/g;
const ATTRIBUTE = /\[([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\]"'\s]*))(\s+i)?)?[^\]]*\]/g;
const LIST = /:(?:is|where)\(/y;
const PSEUDO = /(?<!\\)::?[\w-]+/g;
const NAME = /([.#]?)((?:[\w-]|\\.|[^\0-\x7f])+)/g;

function readSelector(text: string): Selector {
  const certain = text.replace(ARGUMENTS, "").replace(CHOICE, "");
  const needs = /:disabled\b/.test(certain) ? ["[disabled]"] : [];
  for (const [, name = "", ...values] of certain.matchAll(ATTRIBUTE)) {
    const value = values.slice(0, 3).find((one) => one !== undefined);
    needs.push(value === undefined || values[3] ? `[${name}]` : `[${name}=${value}]`);
  }
  for (const [, kind = "", name = ""] of certain.replace(ATTRIBUTE, "").replace(PSEUDO, "").matchAll(NAME)) {
    needs.push(kind ? kind + name.replace(/\\(.)/g, "$1") : name.toLowerCase());
  }
  return { text, needs, choices: readChoices(text), isLater: LATER.test(certain) };
}

/** Returns the selectors of each `:is()` and `:where()` that isn't an argument itself. */
function readChoices(text: string): Selector[][] {
  const choices: Selector[][] = [];
  for (let at = findTerminator(text, 0, ":"); at < text.length; at = findTerminator(text, at + 1, ":")) {
    LIST.lastIndex = at;
    const [start] = LIST.exec(text) ?? [];
    if (!start) continue;
    const from = at + start.length;
    choices.push(splitAt(text.slice(from, findTerminator(text, from, ")")), ",").map(readSelector));
  }
  return choices;
}
