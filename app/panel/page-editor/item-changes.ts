// What can be done with the list item around a text.
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { ITEM_CHANGES, type ItemChange } from "../../features/page-editing/json-path.ts";
import type { PageText } from "../../features/page-editing/page-text.ts";

/**
 * Returns the possible changes with their labels; none for a text that isn't in a list. For a section's own text, such
 * as its heading, they concern the section and say so.
 * @param all the page's texts, which tell whether the item is the first, last or only one of its list
 */
export function changesOf(text: PageText, all: readonly PageText[]): [ItemChange, label: string][] {
  const at = text.path.findLastIndex((part) => typeof part === "number");
  if (at === -1) return [];
  const index = text.path[at] as number;
  const last = Math.max(...all.map((one) => indexIn(text, one, at)));
  const isPossible = {
    ...{ add: true, duplicate: true },
    ...{ up: index > 0, down: index < last, remove: last > 0 },
  };
  const labels = isOfSection(text)
    ? (Object.entries(words.items.sectionChanges) as [ItemChange, string][])
    : ITEM_CHANGES.map((change): [ItemChange, string] => [change, words.items.changes[change]]);
  return labels.filter(([change]) => isPossible[change]);
}

/** Returns the index of another text's item in the same list, or -1. */
function indexIn(text: PageText, other: PageText, at: number): number {
  const isSame =
    other.kind === text.kind &&
    other.id === text.id &&
    other.field === text.field &&
    other.path.length > at &&
    text.path.slice(0, at).every((part, i) => part === other.path[i]);
  return isSame ? (other.path[at] as number) : -1;
}

/** Returns whether the innermost list around a text is the list of a landing page's sections. */
export const isOfSection = ({ kind, field, path }: PageText): boolean =>
  kind === "landing-pages" &&
  field === "sections" &&
  path.filter((part) => typeof part === "number").length === 1;
