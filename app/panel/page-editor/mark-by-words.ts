// Finds texts that can't be marked while the page renders, such as prices, by their words.
import type { PageText } from "../../features/page-editing/page-text.ts";

/** Spaces and capitals don't count, because pages lay out prices and figures in parts and capitalize labels. */
const keyOf = (words: string) => words.replace(/\s+/g, "").toLowerCase();

/** Adds `data-edit` to elements, and to elements around single words, that show an unmarked text. */
export function markByWords(page: Document, texts: readonly PageText[]) {
  const known = new Map<string, number[]>();
  for (const [index, { isFound, isInForm, base, shown = [base] }] of texts.entries())
    for (const words of isFound || isInForm ? shown : []) {
      const key = keyOf(words);
      if (key) known.set(key, [...(known.get(key) ?? []), index]);
    }
  const used = new Set<number>();
  const mark = (element: HTMLElement, indexes: readonly number[]) => {
    const index = nearest(element, indexes, texts, used);
    used.add(index);
    element.dataset.edit = String(index);
  };
  const of = (node: Node) => known.get(keyOf(node.textContent ?? ""));
  for (const element of page.querySelectorAll<HTMLElement>("body *")) {
    const indexes = of(element);
    // The innermost element with the words gets the mark.
    if (!indexes || isTaken(element) || [...element.children].some(of)) continue;
    mark(element, indexes);
  }
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const alone: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (of(node) && !node.parentElement!.closest(`[data-edit], ${UNREAD}, svg`)) alone.push(node as Text);
  for (const node of alone) {
    const element = page.createElement("edit-text");
    node.replaceWith(element);
    element.append(node);
    mark(element, of(element)!);
  }
}

const UNREAD = "script, style, noscript, template, select, textarea";

const isTaken = (element: Element) =>
  element.closest(`[data-edit], ${UNREAD}`) !== null || element.querySelector("[data-edit]") !== null;

/** Of several texts with the same words, returns the one that belongs most closely to the marked texts around it. */
function nearest(
  element: HTMLElement,
  indexes: readonly number[],
  texts: readonly PageText[],
  used: ReadonlySet<number>,
): number {
  if (indexes.length === 1) return indexes[0]!;
  let around = element.parentElement;
  while (around && !around.querySelector("[data-edit]")) around = around.parentElement;
  const others = [...(around?.querySelectorAll<HTMLElement>("[data-edit]") ?? [])].flatMap(
    (one) => texts[Number(one.dataset.edit)] ?? [],
  );
  const scored = indexes.map((index) => {
    const near = Math.max(0, ...others.map((other) => kinship(texts[index]!, other)));
    return { index, score: near - (used.has(index) ? 0.05 : 0) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).index;
}

/** Returns how close two texts are: of the same record, and how much of their paths they share. */
function kinship(one: PageText, other: PageText): number {
  if (one.kind !== other.kind) return 0;
  if (one.id !== other.id) return sharedStart(one.id.split(":"), other.id.split(":")) / 10;
  const isSame = one.field === other.field;
  return 1 + (isSame ? sharedStart(one.path, other.path) : 0);
}

function sharedStart(one: readonly unknown[], other: readonly unknown[]): number {
  const end = one.findIndex((part, i) => part !== other[i]);
  return end === -1 ? one.length : end;
}
