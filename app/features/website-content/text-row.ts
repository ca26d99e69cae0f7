import { shortDate } from "../../platform/time/dates.ts";
import type { RowMarks } from "../../ui/panel/row-marks.tsx";
import { type Facts, factsIn, fillFacts } from "./facts.ts";
import type { SiteText } from "./lists.server.ts";
import type { ShownAt } from "./shown-at.ts";
import { shownValue } from "./shown-value.ts";
import { labelOnPage, pageLabel } from "./text-label.ts";

export type TextRow = ReturnType<typeof toTextRow> & RowMarks;

/**
 * Returns a text as a table row.
 * @param place where the text appears; null if no page shows it
 * @param facts values for placeholders
 */
export function toTextRow(
  { builtIn, updated_at, content_value, ...text }: SiteText,
  timeZone: string,
  place: ShownAt | null,
  facts: Facts,
) {
  return {
    ...text,
    page: pageLabel(text.page_name),
    label: labelOnPage(text),
    shown: fillFacts(shownValue({ ...text, content_value }), factsIn(text.section_name, facts), false),
    updated: updated_at && shortDate(updated_at, timeZone),
    isShown: builtIn !== undefined,
    place,
  };
}
