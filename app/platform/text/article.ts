import { slugify } from "./slug.ts";

/** Keeps ids in the owner's texts from clashing with the page's own. */
export const OWN_ID_PREFIX = "section-";

type Heading = { id: string; label: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Sanitized HTML has no other entities. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Adds scrolling frames to tables, makes code blocks focusable because they scroll, and lazy-loads images.
 * @param html from `cleanHtml`
 */
export const layOutSection = (html: string): string =>
  html
    // A scrolling frame must be focusable, and focusable elements need a name.
    .replace(
      /<table[\s>]/g,
      (start) => `<div class="scroll-x" role="group" aria-label="Table" tabindex="0">${start}`,
    )
    .replaceAll("</table>", "</table></div>")
    .replace(/<pre(?=[\s>])/g, '<pre tabindex="0"')
    .replace(/<img (?![^>]*\sloading=)/g, '<img loading="lazy" ');

/**
 * Lays out an article and adds ids to second-level headings.
 * @param html from `cleanHtml`
 * @returns the article's HTML, and headings for a table of contents
 */
export function layOutArticle(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  /** last number used for each repeated id */
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
