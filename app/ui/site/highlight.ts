/** A title in parts: plain text, and the highlighted phrase. */
type Highlighted = { plain: string; marked: string };

/** Words that appear in a title more than once, with their number from the left: `SEO (2)`. */
const REPEATED = /^(.+) \((\d+)\)$/;

/**
 * Splits a title at the phrase that its owner chose to highlight.
 * @param chosen words of the title, empty for none, as `wordsBetween` writes them; the last occurrence unless it names
 *   another. If the title no longer contains them, `highlight` chooses
 * @returns the parts in order; `after` is plain again
 */
export function markChosen(title: string, chosen: string): Highlighted & { after: string } {
  const text = inOneLine(title);
  const words = inOneLine(chosen);
  if (!words) return { plain: text, marked: words, after: "" };
  const [, repeated, nth] = (placesOf(words, text).length === 0 && REPEATED.exec(words)) || [];
  const marked = repeated ?? words;
  const places = placesOf(marked, text);
  const at = places[Number(nth) - 1] ?? places.at(-1);
  if (at === undefined) return { ...highlight(text), after: "" };
  return { plain: text.slice(0, at), marked, after: text.slice(at + marked.length) };
}

/**
 * Chooses words of a title by position, from 0.
 * @returns what `markChosen` takes
 */
export function wordsBetween(title: string, first: number, last: number): string {
  const text = inOneLine(title);
  const all = text.split(" ");
  const words = all.slice(first, last + 1).join(" ");
  const at = all.slice(0, first).join(" ").length + (first > 0 ? 1 : 0);
  const places = placesOf(words, text);
  return places.length > 1 ? `${words} (${places.indexOf(at) + 1})` : words;
}

/** Returns where whole words start in a single-line text. */
function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = -1; ; ) {
    at = ` ${text} `.indexOf(` ${words} `, at + 1);
    if (at === -1 || !words) return places;
    places.push(at);
  }
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, " ");

/** A longer phrase is a block of color rather than a highlight. */
const MARKED_CHARS = 28;

/**
 * Chooses a title's highlighted phrase: its last sentence, else what follows its last comma, colon or dash, else its
 * last words.
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
