// Inlines the CSS rules that a finished page uses, so that the first view takes one request, and leaves out what the
// renderer repeats.

import { type Rule, readSheet } from "./parse.ts";
import { cutSheet } from "./select.ts";

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[\w-]+\.css)"\/>/g;
/** Third-party inline scripts and styles, left byte for byte: the page's policy lists their hashes. */
const UNTOUCHED = /(<(script|style|noscript)\b.*?<\/\2>)/gis;
/** The icons' set writes on each what the stylesheet says once (`.i-line`). */
const ICON =
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" (viewBox="0 0 24 24") fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="(?:lucide[\w-]* )+i((?: [\w-]+)*)"/g;
/** Elements of a drawing that have nothing inside. */
const EMPTY = /<(path|rect|circle|ellipse|line|polyline|polygon|use)\b([^<>]*)><\/\1>/g;
/** Between two texts and around what may come later, for scripts that no public page has. */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Makes pages light. Only for public pages: what the panel's scripts take over must stay as it was rendered.
 * @param readStyles the text of a stylesheet by its address, undefined where it is none of the built client's
 * @param known addresses of sheets that are read at once
 * @returns a function from a whole page to the same page in fewer bytes, and the style sheet that it put into it for
 *   the page's policy; whatever it does not know stays as it is
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
    // The site's script brings the whole stylesheet when nothing that is seen waits any more; without scripts it comes
    // at the page's end. Typefaces are not said twice: a browser would take them for new ones.
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

/** Splitting at a pattern of two groups gives, by turns: a part, what stands between, and its name. */
const outsideScripts = (html: string, change: (part: string) => string) =>
  html
    .split(UNTOUCHED)
    .map((part, i) => (i % 3 === 0 ? change(part) : i % 3 === 1 ? part : ""))
    .join("");
