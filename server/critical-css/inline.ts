// Inlines the CSS rules that a finished page uses, so that the first view takes one request, and strips redundant
// markup that the renderer emits.

import { type Rule, readSheet } from "./parse.ts";
import { cutSheet } from "./select.ts";

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[\w-]+\.css)"\/>/g;
/** Third-party inline scripts and styles, left byte for byte: the page's policy lists their hashes. */
const UNTOUCHED = /(<(script|style|noscript)\b.*?<\/\2>)/gis;
/** The icon library repeats on every icon what the style sheet says once (`.i-line`). */
const ICON =
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" (viewBox="0 0 24 24") fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="(?:lucide[\w-]* )+i((?: [\w-]+)*)"/g;
/** SVG elements without content. */
const EMPTY = /<(path|rect|circle|ellipse|line|polyline|polygon|use)\b([^<>]*)><\/\1>/g;
/**
 * Comments between adjacent texts and around Suspense boundaries, for hydration scripts that public pages don't have.
 */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Creates a function that makes pages smaller. Only for public pages: the panel's pages must stay as they were
 * rendered, for hydration.
 * @param readStyles returns a style sheet's text by its URL, undefined if it isn't part of the built client
 * @param known URLs of style sheets to parse up front
 * @returns a function from a whole page to the same page in fewer bytes, and the style sheet that was inlined, for the
 *   page's policy; anything that it doesn't know stays as it is
 */
export function criticalCssInliner(
  readStyles: (address: string) => string | undefined,
  known: string[] = [],
): (html: string) => { html: string; sheet?: string } {
  const sheets = new Map<string, Rule[]>();
  const sheetAt = (href: string): Rule[] | undefined => {
    // The owner's own code may link to anything.
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
    // The site's script loads the whole style sheet once nothing visible is waiting anymore; without scripts, it loads
    // at the page's end. Font faces aren't repeated: a browser would treat them as new ones.
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

/**
 * Splitting at a pattern with two groups yields, in turn, a part, the text matched by the outer group, and its tag
 * name.
 */
const outsideScripts = (html: string, change: (part: string) => string) =>
  html
    .split(UNTOUCHED)
    .map((part, i) => (i % 3 === 0 ? change(part) : i % 3 === 1 ? part : ""))
    .join("");
