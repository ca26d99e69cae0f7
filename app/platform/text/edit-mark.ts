// The page editor's marks: private-use characters around a text, which public pages never contain
// (`platform/database/marks.server.ts`).

/** Starts a marked text, followed by a character for its index. */
export const START = "\uE000";
export const END = "\uE001";
/** At the start of an element's content, marks the whole element. */
export const POINT = "\uE002";

const MARKED = new RegExp(`^${START}([\uE100-\uF8FF])([\\s\\S]*)${END}$`);

/**
 * Takes the mark off a text that's shown in parts, such as a headline with highlighted words.
 * @returns `point`, which marks the element that starts with it; empty outside the page editor
 */
export function unmarked(text: string): { words: string; point: string } {
  const [, name, words = text] = MARKED.exec(text) ?? [];
  return { words, point: name ? POINT + name : "" };
}
