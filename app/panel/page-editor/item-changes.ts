// What can be done with the list item around a text.
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { ITEM_CHANGES, type ItemChange } from "../../features/page-editing/json-path.ts";
import type { PageText } from "../../features/page-editing/page-text.ts";

/**
 * Returns the possible changes with their labels; none for a text that isn't in a list. For a section's own text, such
 * as its heading, they concern the section and say so.
 */
export function changesOf(text: PageText): [ItemChange, label: string][] {
  const depth = text.path.filter((part) => typeof part === "number").length;
  if (!depth) return [];
  if (!isOfSection(text)) return ITEM_CHANGES.map((change) => [change, words.items.changes[change]]);
  const labels = Object.entries(words.items.sectionChanges);
  return labels.map(([change, label]) => [change as ItemChange, label]);
}

/** Returns whether the innermost list around a text is the list of a landing page's sections. */
export const isOfSection = ({ kind, field, path }: PageText): boolean =>
  kind === "landing-pages" &&
  field === "sections" &&
  path.filter((part) => typeof part === "number").length === 1;
