import { landingPages } from "../../copy/panel/landing-pages.ts";
import { partLabel } from "../../platform/text/part-label.ts";
import type { Section } from "./sections.ts";

const HEADING_MAX = 40;
const { types } = landingPages.sections;

/**
 * Returns a label for a text in a page's sections, such as "Reasons, 2: text". A section has the name of its heading, if
 * it has one; the heading itself has that of its type.
 */
export function sectionLabel(
  sections: readonly Section[],
  [index, ...path]: readonly (string | number)[],
): string {
  const section = sections[Number(index)];
  if (!section) return landingPages.sections.label;
  const heading = "title" in section && path[0] !== "title" ? section.title.trim() : "";
  const name = heading.length > HEADING_MAX ? `${heading.slice(0, HEADING_MAX).trimEnd()}…` : heading;
  return partLabel(name || types[section.type], path);
}
