/** A title in two: what stands plain, and the phrase that the highlighter marks. */
export type Highlighted = { plain: string; marked: string };

/** Phrases longer than this make a block of color, not a mark. */
const MARKED_CHARS = 28;

/**
 * Chooses the one phrase of a title that is marked, whatever an owner may write: its last sentence, else what
 * follows its last comma, colon or dash, else its last words.
 */
export function highlight(title: string): Highlighted {
  const text = title.trim().replace(/\s+/g, " ");
  const breaks = [/^(.*[.!?])\s(.+)$/, /^(.*[,;:])\s(.+)$/, /^(.*\s[–—-])\s(.+)$/];
  for (const rule of breaks) {
    const [, plain, marked] = rule.exec(text) ?? [];
    if (plain && marked && marked.length <= MARKED_CHARS) return { plain: `${plain} `, marked };
  }
  const words = text.split(" ");
  const kept = words.length > 2 ? 2 : 1;
  const marked = words.length > 1 ? words.slice(-kept).join(" ") : "";
  if (!marked || marked.length > MARKED_CHARS) return { plain: text, marked: "" };
  return { plain: text.slice(0, text.length - marked.length), marked };
}
