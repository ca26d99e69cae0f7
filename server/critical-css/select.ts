import { type Declaration, type Rule, type Selector, variablesIn } from "./parse.ts";

/** Everything that a selector can match: `tag`, `.class`, `#id`, `[attribute]` and `[attribute=value]`. */
type Marks = ReadonlySet<string>;

/** By the time scripts clone templates, the full style sheet has loaded. */
const TEMPLATE = /<template\b.*?<\/template>/gs;
const TAG = /<([a-z][\w-]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:="([^"]*)")?/g;

function readMarks(html: string): Marks {
  const marks = new Set<string>();
  for (const [, tag = "", attributes = ""] of html.replace(TEMPLATE, "").matchAll(TAG)) {
    marks.add(tag.toLowerCase());
    // Visitors can open it before the full style sheet has loaded.
    if (tag === "details") marks.add("[open]");
    for (const [, name = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      marks.add(`[${name}]`).add(`[${name}=${value}]`);
      if (name === "id") marks.add(`#${value}`);
      if (name === "class") for (const one of value.split(/\s+/)) marks.add(`.${one}`);
    }
  }
  return marks;
}

/** Returns the rules that a page uses before any interaction. There may be too many, but never too few. */
export function cutSheet(sheet: Rule[], html: string): string {
  const rules = keepMatching(sheet, readMarks(html));
  const ofRoot = setOnRoot(html);
  const constants = findConstants(rules, html, ofRoot);
  const matching = fillConstants(rules, constants);
  const variables = usedVariables(matching, html);
  // The root element sets these itself.
  for (const name of ofRoot.keys()) if (constants.has(name)) variables.delete(name);
  const styles = write(matching, { keepsOther: () => false, variables });
  const keepsOther = ({ type, name, text }: Other) => {
    if (type === "@keyframes") return new RegExp(`[: ,]${name}[ ,;}]`).test(styles);
    if (type === "@property") return variables.has(name);
    if (type === "@font-face") return styles.includes(name) && (!ITALIC_FACE.test(text) || ITALIC.test(html));
    return type !== "@page";
  };
  return write(matching, { keepsOther, variables });
}

type Other = Extract<Rule, { kind: "other" }>;
const ITALIC_FACE = /font-style:\s*italic/;
/** Browsers set the text of these elements in italics. */
const ITALIC = /<(em|i|cite|dfn|var)(\s[^>]*)?>(?!<\/)/;

/** The full style sheet has the rules for print and forced colors. */
const LATER_MEDIA = /^@media (print|\(forced-colors)/;
/** Closed menus are invisible, so their rules can wait. */
const CLOSED = /^\.(drop|mobile)(__|[ >:])/;

function keepMatching(rules: Rule[], marks: Marks): Rule[] {
  return rules.flatMap((rule): Rule[] => {
    if (rule.kind === "other") return [rule];
    if (rule.kind === "group") {
      if (LATER_MEDIA.test(rule.head)) return [];
      return [{ ...rule, rules: keepMatching(rule.rules, marks) }];
    }
    const selectors = rule.selectors.filter(
      (one) => !one.isLater && !CLOSED.test(one.text) && canMatch(one, marks),
    );
    const declarations = rule.declarations.filter(({ isLater }) => !isLater);
    return selectors.length > 0 ? [{ ...rule, selectors, declarations }] : [];
  });
}

const canMatch = ({ needs, choices }: Selector, marks: Marks): boolean =>
  needs.every((one) => marks.has(one)) && choices.every((list) => list.some((one) => canMatch(one, marks)));

const LAYER = /^@layer\b/;
const CUSTOM_PROPERTY = /(?<![\w-])--[\w-]+/g;
const ASKED = /var\((--[\w-]+)\)/g;
const SET = /(?<![\w-])(--[\w-]+)\s*:\s*([^;"]*)/g;
/** The owner's colors are set here. */
const ROOT_STYLE = /^(?:<!doctype html>)?<html\b[^>]* style="([^"]*)"/i;

function setOnRoot(html: string): ReadonlyMap<string, string> {
  const [, style = ""] = ROOT_STYLE.exec(html) ?? [];
  return new Map(Array.from(style.matchAll(SET), ([, name = "", value = ""]) => [name, value]));
}

function fillConstants(rules: Rule[], constants: ReadonlyMap<string, string>): Rule[] {
  return rules.map(function filled(rule): Rule {
    if (rule.kind === "other") return rule;
    if (rule.kind === "group") return { ...rule, rules: rule.rules.map(filled) };
    const declarations = rule.declarations.map((one) => {
      const text = fill(one.text, constants);
      return { ...one, text, uses: variablesIn(text) };
    });
    return { ...rule, declarations };
  });
}

const fill = (text: string, constants: ReadonlyMap<string, string>) =>
  text.replace(ASKED, (asked, name) => constants.get(name) ?? asked);

/** Returns the values of custom properties set only once, for the whole page. */
function findConstants(
  rules: Rule[],
  html: string,
  ofRoot: ReadonlyMap<string, string>,
): Map<string, string> {
  const values = new Map<string, string>();
  // Elements and animations may also set a property.
  const changing = new Set(Array.from(html.replace(ROOT_STYLE, "").matchAll(SET), ([, name = ""]) => name));
  const look = (rules: Rule[], isForAll: boolean) => {
    for (const rule of rules) {
      if (rule.kind === "group") look(rule.rules, isForAll && LAYER.test(rule.head));
      if (rule.kind === "other") for (const [name] of rule.text.matchAll(CUSTOM_PROPERTY)) changing.add(name);
      if (rule.kind !== "style") continue;
      const isRoot = isForAll && rule.selectors.some(({ text }) => text === ":root");
      for (const { text, variable } of rule.declarations) {
        if (!variable) continue;
        if (!isRoot || values.has(variable)) changing.add(variable);
        values.set(variable, ofRoot.get(variable) ?? text.slice(text.indexOf(":") + 1).trim());
      }
    }
  };
  look(rules, true);
  const constants = new Map<string, string>();
  for (const [name, value] of values) {
    const filled = fill(value, constants);
    // Skips properties that use a changing one. They take its value at the root, which may differ elsewhere.
    if (!changing.has(name) && variablesIn(filled).length === 0) constants.set(name, filled);
  }
  return constants;
}

/** Returns the custom properties that the page uses, directly or through others. */
function usedVariables(rules: Rule[], html: string): Set<string> {
  const makers = new Map<string, Declaration[]>();
  const used = new Set<string>();
  const ask = (names: string[]) => {
    for (const name of names) {
      if (used.has(name)) continue;
      used.add(name);
      for (const { uses } of makers.get(name) ?? []) ask(uses);
    }
  };
  const declarations = rules.flatMap(function all(rule): Declaration[] {
    if (rule.kind === "style") return rule.declarations;
    return rule.kind === "group" ? rule.rules.flatMap(all) : [];
  });
  for (const one of declarations) {
    if (one.variable) makers.set(one.variable, [...(makers.get(one.variable) ?? []), one]);
  }
  for (const { variable, uses } of declarations) if (!variable) ask(uses);
  ask(variablesIn(html));
  return used;
}

type Kept = { keepsOther: (rule: Other) => boolean; variables: ReadonlySet<string> };

function write(rules: Rule[], kept: Kept): string {
  return rules
    .map((rule) => {
      if (rule.kind === "other") return kept.keepsOther(rule) ? rule.text : "";
      if (rule.kind === "group") {
        const inside = write(rule.rules, kept);
        // Even an empty layer keeps its place in the layer order.
        if (!inside) return LAYER.test(rule.head) ? `${rule.head};` : "";
        return `${rule.head}{${inside}}`;
      }
      const declarations = rule.declarations.filter(
        ({ variable }) => !variable || kept.variables.has(variable),
      );
      if (declarations.length === 0) return "";
      const head = rule.selectors.map(({ text }) => text).join(",");
      return `${head}{${declarations.map(({ text }) => text).join(";")}}`;
    })
    .join("");
}
