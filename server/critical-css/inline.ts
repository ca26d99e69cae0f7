// Inlines the CSS that a page uses, which saves a request before the first view.

import { type Rule, readSheet } from "./parse.ts";
import { cutSheet } from "./select.ts";

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[\w-]+\.css)"\/>/g;
/** The page's policy lists hashes of inline code, so that code must stay unchanged. */
const UNTOUCHED = /(<(script|style|noscript)\b.*?<\/\2>)/gis;
/** The style sheet sets these attributes once (`.i-line`), so icons don't need them. */
const ICON =
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" (viewBox="0 0 24 24") fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="(?:lucide[\w-]* )+i((?: [\w-]+)*)"/g;
const EMPTY = /<(path|rect|circle|ellipse|line|polyline|polygon|use)\b([^<>]*)><\/\1>/g;
/** Only hydration needs these comments. */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Creates a function that makes public pages smaller. Panel pages must stay unchanged for hydration.
 * @param readStyles returns a style sheet by URL; undefined if it isn't part of the built client
 * @param known style sheets to parse up front
 * @returns a function that returns the page, and the inlined style sheet for its policy
 */
export function criticalCssInliner(
  readStyles: (address: string) => string | undefined,
  known: string[] = [],
): (html: string) => { html: string; sheet?: string } {
  const sheets = new Map<string, Rule[]>();
  const sheetAt = (href: string): Rule[] | undefined => {
    // The owner's own code may link to any URL.
    const styles = sheets.has(href) ? undefined : readStyles(href);
    if (styles !== undefined) sheets.set(href, readSheet(styles));
    return sheets.get(href);
  };
  for (const href of known) sheetAt(href);
  return (html) => {
    const light = outsideScripts(html, (part) =>
      part.replace(MARKS, "").replace(ICON, '<svg class="i i-line$2" $1').replace(EMPTY, "<$1$2/>"),
    );
    const links = Array.from(light.matchAll(STYLESHEET)).flatMap(([link, href = ""]) => {
      const sheet = sheetAt(href);
      return sheet ? [{ link, sheet }] : [];
    });
    const end = light.lastIndexOf("</body>");
    if (links.length === 0 || end === -1) return { html: light };
    const rules = links.flatMap((one) => one.sheet);
    const [first, ...others] = links.map(({ link }) => link);
    // The site's script loads the full style sheet after the first view. Sheets with only font faces are left out,
    // because browsers would load the fonts again.
    const whole = links.filter((one) => !one.sheet.every(isFace));
    const late = whole.length
      ? `<noscript data-late>${whole.map(({ link }) => link).join("")}</noscript>`
      : "";
    const sheet = cutSheet(rules, light);
    const page = others
      .reduce((page, link) => page.replace(link, ""), light.slice(0, end) + late + light.slice(end))
      .replace(first!, () => `<style>${sheet}</style>`);
    return { html: page, sheet };
  };
}

const isFace = (rule: Rule) => rule.kind === "other" && rule.type === "@font-face";

/** `split` yields a part, the outer match and the tag name, in turn. */
const outsideScripts = (html: string, change: (part: string) => string) =>
  html
    .split(UNTOUCHED)
    .map((part, i) => (i % 3 === 0 ? change(part) : i % 3 === 1 ? part : ""))
    .join("");
