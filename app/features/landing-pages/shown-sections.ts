import { textOf } from "../../platform/text/plain-text.ts";
import { type Section, videoId } from "./sections.ts";

const isFilled = (...texts: (string | undefined)[]) =>
  texts.some((text) => text && textOf(text).trim() !== "");

/** Returns the sections that a page shows: without hidden and empty ones, and without empty list items. */
export const shownSections = (sections: readonly Section[]): Section[] =>
  sections.flatMap((section) => {
    if (section.is_hidden) return [];
    const shown = withoutEmptyItems(section);
    return hasContent(shown) ? [shown] : [];
  });

function withoutEmptyItems(section: Section): Section {
  switch (section.type) {
    case "hero":
      // Pages saved by earlier versions have no points.
      return { ...section, points: (section.points ?? []).filter((point) => isFilled(point)) };
    case "reasons":
    case "steps":
      return {
        ...section,
        items: section.items.filter(({ title, text }) => isFilled(title, text)),
      } as Section;
    case "stats":
      return { ...section, items: section.items.filter(({ value, label }) => isFilled(value, label)) };
    case "prices":
      return {
        ...section,
        plans: section.plans
          .filter(({ name, price, text, features }) => isFilled(name, price, text, ...features))
          .map((plan) => ({ ...plan, features: plan.features.filter((feature) => isFilled(feature)) })),
      };
    case "comparison":
      return { ...section, rows: section.rows.filter((row) => isFilled(...row)) };
    case "faq":
      // A question without an answer is invalid in structured data, too.
      return {
        ...section,
        items: section.items.filter(({ question, answer }) => isFilled(question) && isFilled(answer)),
      };
    case "logos":
      return { ...section, items: section.items.filter(({ image, name }) => image || isFilled(name)) };
    case "form":
      return { ...section, points: section.points.filter((point) => isFilled(point)) };
    default:
      return section;
  }
}

/** Returns whether there's anything to show below the space that a section takes. */
function hasContent(section: Section): boolean {
  switch (section.type) {
    case "text":
      return isFilled(section.title, section.body, section.quote);
    case "image_text":
      return section.image !== "" || isFilled(section.title, section.body);
    case "reasons":
    case "steps":
      return section.items.length > 0 || isFilled(section.title, section.intro);
    case "stats":
    case "faq":
    case "logos":
      return section.items.length > 0 || isFilled(section.title);
    case "prices":
      return section.plans.length > 0 || isFilled(section.title, section.intro, section.note);
    case "comparison":
      return section.rows.length > 0 || isFilled(section.title, section.intro);
    case "video":
      return videoId(section.url) !== undefined;
    case "call":
      return isFilled(section.title, section.text, section.button_label);
    default:
      return true;
  }
}
