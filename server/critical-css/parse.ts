// Parses a style sheet as the build writes it: each rule with what it needs to have an effect.

/**
 * One of a rule's selectors: the names that must be on a page, and whether it waits for the visitor's pointer or keys.
 */
type Selector = { text: string; needs: string[]; isLater: boolean };
/**
 * `variable` is the custom property that it sets, `uses` are those that it reads; `isLater` if visitors can't see its
 * effect before something on the page changes.
 */
export type Declaration = { text: string; variable?: string; uses: string[]; isLater: boolean };
export type Rule =
  | { kind: "style"; selectors: Selector[]; declarations: Declaration[] }
  /** an at-rule that contains other rules */
  | { kind: "group"; head: string; rules: Rule[] }
  /** any other at-rule, unparsed; `name` is what it defines */
  | { kind: "other"; type: string; name: string; text: string };

const COMMENT = /\/\*.*?\*\//gs;
const GROUP = /^@(media|supports|layer|container|scope|starting-style)\b/;

/** Returns the rules of a style sheet, in order. */
export function readSheet(text: string): Rule[] {
  return readRules(text.replace(COMMENT, ""));
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const end = findFinalTarget(css, at, "{;}");
    const head = css.slice(at, end).trim();
    if (css[end] !== "{") {
      if (head) rules.push(otherRule(head, `${head};`));
      at = end + 1;
      continue;
    }
    const close = findFinalTarget(css, end + 1, "}");
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

/** Returns the position of the first of `ends` outside of strings and brackets. */
function findFinalTarget(css: string, from: number, ends: string): number {
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
    const end = findFinalTarget(text, at, separator);
    const part = text.slice(at, end).trim();
    if (part) parts.push(part);
    at = end + 1;
  }
  return parts;
}

const USED_VARIABLE = /var\(\s*(--[\w-]+)/g;
/** Returns the custom properties that a text uses. */
export const variablesIn = (text: string) =>
  Array.from(text.matchAll(USED_VARIABLE), ([, name = ""]) => name);

/** How a value is animated when it changes. */
const TRANSITION = /^transition\b/;
/** Leaves strings as they are. */
const COMMA = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|,\s+/g;

function readDeclarations(css: string): Declaration[] {
  return splitAt(css, ";").map((part) => {
    const text = part.replace(COMMA, (_, string) => string ?? ",");
    const variable = text.startsWith("--") ? text.slice(0, text.indexOf(":")).trim() : undefined;
    return { text, variable, uses: variablesIn(text), isLater: TRANSITION.test(text) };
  });
}

/** Matches states that need a pointer or a key. */
const LATER = /:(hover|active|focus|focus-visible|focus-within|user-invalid)\b/;
/** Matches arguments of `:not()`, `:is()` and the like, which don't have to be on the page. */
const ARGUMENTS = /(?<!:has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
/** Matches a list in `:has()`, where one match is enough. */
const CHOICE = /:has\([^()]*,[^()]*\)/g;
const ATTRIBUTE = /\[([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\]"'\s]*))(\s+i)?)?[^\]]*\]/g;
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
  return { text, needs, isLater: LATER.test(certain) };
}
