/** A title in two: what stands plain, and the phrase that the highlighter marks. */
export type Highlighted = { plain: string; marked: string };

/**
 * A title with the phrase that its owner has chosen to be marked.
 * @param chosen words that stand in the title, empty for none; where the title has them no more, `highlight` chooses
 * @returns the parts in their order, `after` being plain again
 */
export function markChosen(title: string, chosen: string): Highlighted & { after: string } {
  const text = inOneLine(title);
  const marked = inOneLine(chosen);
  if (!marked) return { plain: text, marked, after: "" };
  const at = ` ${text} `.lastIndexOf(` ${marked} `);
  if (at === -1) return { ...highlight(text), after: "" };
  return { plain: text.slice(0, at), marked, after: text.slice(at + marked.length) };
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, " ");

/** Phrases longer than this make a block of color, not a mark. */
const MARKED_CHARS = 28;

/**
 * Chooses the one phrase of a title that is marked, whatever an owner may write: its last sentence, else what
 * follows its last comma, colon or dash, else its last words.
 */
export function highlight(title: string): Highlighted {
  const text = inOneLine(title);
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
