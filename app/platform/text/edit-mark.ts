// The page editor's marks: private-use characters around a text, which public pages never contain
// (`platform/database/marks.server.ts`).

/** Starts a marked text, followed by a character for its index. */
export const START = "\uE000";
export const END = "\uE001";
/** At the start of an element's content, marks the whole element. */
export const POINT = "\uE002";

const IN_HTML = /^#(\d{1,6})$/;
/** Returns the step of a path that leads from HTML to one of its texts. */
export const inHtml = (index: number) => `#${index}`;
/** Returns the index in a step from `inHtml`, or null. */
export function indexInHtml(step: string): number | null {
  const [, index] = IN_HTML.exec(step) ?? [];
  return index === undefined ? null : Number(index);
}

/** Returns a part of a marked text with the start of its mark, so that the page editor knows where it comes from. */
export function partOf(text: string, part: string): string {
  const [, name] = MARKED.exec(text) ?? [];
  return name && part ? START + name + part : part;
}

/** Returns a text without marks, to compute with. */
export const unmarkedWords = (text: string): string => text.replace(/[\uE000-\uF8FF]/g, "");

/** Matches a character of a mark. */
export const MARK_CHAR = /[\uE000-\uF8FF]/;

const MARKED = new RegExp(`^${START}([\uE100-\uF8FF])([\\s\\S]*)${END}$`);

/**
 * Takes the mark off a text that's shown in parts, such as a headline with highlighted words.
 * @returns `point`, which marks the element that starts with it; empty outside the page editor
 */
export function unmarked(text: string): { words: string; point: string } {
  const [, name, words = text] = MARKED.exec(text) ?? [];
  return { words, point: name ? POINT + name : "" };
}
