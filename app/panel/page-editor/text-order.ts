// Which texts the list shows, and in which order.
import { isInHtml, type PageText } from "../../features/page-editing/page-text.ts";
import { keyOfText } from "./page-edits.ts";

/** Returns the indexes of the texts that a page shows, in order. A formatted text comes before its parts. */
export function orderOf(page: Document, texts: readonly PageText[]): number[] {
  const indexes = new Map(texts.map((text, index) => [keyOfText(text), index]));
  const shown = [...page.querySelectorAll<HTMLElement>("[data-edit]")].flatMap((element) => {
    const index = Number(element.dataset.edit);
    const text = texts[index];
    if (!text || !isInHtml(text)) return index;
    return [indexes.get(keyOfText({ ...text, path: text.path.slice(0, -1) })) ?? index, index];
  });
  return [...new Set(shown)];
}

/**
 * Returns the page's texts for the list: the search result first, and texts shared by every page last.
 * @param order from `orderOf`
 * @param page the page's name
 */
export function listedTexts(texts: readonly PageText[], order: readonly number[], page: string): PageText[] {
  const shown = new Set(order);
  return [
    ...order.flatMap((index) => texts[index] ?? []),
    ...texts.filter((text, index) => !shown.has(index) && !isInHtml(text) && isOf(text, page)),
  ].sort((a, b) => rank(a) - rank(b));
}

const rank = ({ field, isShared }: PageText) =>
  field === "meta_title" || field === "meta_description" ? 0 : isShared ? 2 : 1;

/** Returns whether an invisible text belongs to the page. Names and titles are listed only where they're shown. */
const isOf = (text: PageText, page: string) =>
  !(text.isFound && !text.path.length && text.kind !== "website-content") &&
  (text.kind !== "website-content" ||
    [`${encodeURIComponent(page)}:`, "header:", "footer:", "services:shared_"].some((start) =>
      text.id.startsWith(start),
    ));
