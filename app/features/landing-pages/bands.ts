import { unmarkedWords } from "../../platform/text/edit-mark.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import type { Section, SectionType } from "./sections.ts";

/** Sections with a background of their own, between bands. */
type Standalone = "hero" | "form" | "call";
export type BandedSection = Exclude<Section, { type: Standalone }>;

/**
 * Sections that share a background.
 * @property isShort needs less space above and below
 */
export type Band<Item> = { tone: "plain" | "white" | "marker"; isShort: boolean; items: Item[] };

/** The types that one band in the middle of a page highlights, the best first. */
const HIGHLIGHTED: readonly SectionType[] = ["testimonials", "stats", "people", "steps"];
/** Texts below this length leave most of a band empty. */
const SHORT_CHARS = 400;

export const isStandalone = (section: Section): section is Extract<Section, { type: Standalone }> =>
  section.type === "hero" || section.type === "form" || section.type === "call";

const isShortText = (html: string) => textOf(unmarkedWords(html)).length < SHORT_CHARS;

function isShort(section: BandedSection): boolean {
  switch (section.type) {
    case "proof":
    case "logos":
      return true;
    case "text":
      return !section.quote && isShortText(section.body);
    case "image_text":
      return !section.image && isShortText(section.body);
    case "reasons":
    case "steps":
    case "stats":
    case "faq":
      return section.items.length === 0;
    default:
      return false;
  }
}

/**
 * Returns a page's bands and standalone sections in order. White and plain bands alternate, consecutive short sections
 * share one, and one section in the middle is highlighted.
 * @param items only those with content
 */
export function bandsOf<Item extends { section: Section }>(items: readonly Item[]): (Item | Band<Item>)[] {
  const banded = items.filter(({ section }) => !isStandalone(section));
  const middle = banded.slice(1, -1);
  const [highlighted] = HIGHLIGHTED.flatMap((type) => middle.filter(({ section }) => section.type === type));
  const all: (Item | Band<Item>)[] = [];
  let isWhite = false;
  for (const item of items) {
    const { section } = item;
    if (isStandalone(section)) {
      all.push(item);
      continue;
    }
    if (item === highlighted) {
      all.push({ tone: "marker", isShort: false, items: [item] });
      continue;
    }
    const short = isShort(section);
    const last = all.at(-1);
    if (short && last && "items" in last && last.isShort) {
      last.items.push(item);
      continue;
    }
    isWhite = !isWhite;
    all.push({ tone: isWhite ? "white" : "plain", isShort: short, items: [item] });
  }
  return all;
}
