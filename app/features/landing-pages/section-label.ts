import { landingPages } from "../../copy/panel/landing-pages.ts";
import { partLabel } from "../../platform/text/part-label.ts";
import type { Section } from "./sections.ts";

const HEADING_MAX = 40;
const { types, choices, hidden } = landingPages.sections;

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

/** Returns sections as JSON for people to read: names of types and choices instead of the stored values. */
export function sectionsInWords(stored: unknown): string | undefined {
  if (!Array.isArray(stored)) return undefined;
  const said = (stored as Section[]).map(({ type, is_hidden, ...values }) => [
    types[type],
    is_hidden ? hidden : "",
    ...Object.entries(values).map(
      ([key, value]) => choices[`${type}.${key}`]?.options[String(value)] ?? value,
    ),
  ]);
  // An option that's on is named, and one that's off says nothing.
  return JSON.stringify(said, (key, value) =>
    typeof value === "boolean" ? (value ? key.replaceAll("_", " ") : "") : value,
  );
}
