// Prepares long HTML texts for a page: headings that can be linked to, tables that scroll.
import { slugify } from "./slug.ts";

/** Prefix of all ids in the owner's texts, so that none clashes with the page's own. */
export const OWN_ID_PREFIX = "section-";

/** An article's heading: its id for links, and its text. */
type Heading = { id: string; label: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Returns the text of cleaned HTML, which contains no entities other than these. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Gives every table a frame that scrolls on small screens, and makes code that scrolls reachable; images load lazily.
 * @param html as `cleanHtml` returns it
 */
export const layOutSection = (html: string): string =>
  html
    // A scrolling frame must be reachable by keyboard, and whatever is focusable needs a name.
    .replace(
      /<table[\s>]/g,
      (start) => `<div class="scroll-x" role="group" aria-label="Table" tabindex="0">${start}`,
    )
    .replaceAll("</table>", "</table></div>")
    .replace(/<pre(?=[\s>])/g, '<pre tabindex="0"')
    .replace(/<img (?![^>]*\sloading=)/g, '<img loading="lazy" ');

/**
 * Lays out an article: like a section, and every second-level heading gets an id.
 * @param html as `cleanHtml` returns it
 * @returns the HTML for the page, and its headings in order, for a table of contents
 */
export function layOutArticle(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  /** the last number used for each id that several headings would share */
  const numbers = new Map<string, number>();
  const laidOut = layOutSection(html).replace(
    /<h2([^>]*)>([\s\S]*?)<\/h2>/g,
    (whole, attributes: string, inner: string) => {
      const label = wordsOf(inner);
      if (!label) return whole;
      const own = /\sid="([^"]+)"/.exec(attributes)?.[1];
      const id = own ?? freeId(label, taken, numbers);
      headings.push({ id, label });
      return own ? whole : `<h2 id="${id}"${attributes}>${inner}</h2>`;
    },
  );
  return { html: laidOut, headings };
}

function freeId(label: string, taken: Set<string | undefined>, numbers: Map<string, number>): string {
  const base = (OWN_ID_PREFIX + slugify(label).slice(0, 60)).replace(/-+$/, "");
  let id = base;
  for (let i = numbers.get(base) ?? 2; taken.has(id); i++) {
    id = `${base}-${i}`;
    numbers.set(base, i);
  }
  taken.add(id);
  return id;
}
