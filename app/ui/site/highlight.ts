type Highlighted = { plain: string; marked: string };

/** Matches words that occur repeatedly, with the number of the occurrence from the left: `SEO (2)`. */
const REPEATED = /^(.+) \((\d+)\)$/;

/**
 * Splits a title at its highlighted phrase.
 * @param chosen from `wordsBetween`; empty for none. Without a number, the last occurrence counts. If the
 *   title no longer contains the words, `highlight` chooses
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

/** Returns the words from `first` through `last`, counted from 0, in the form that `markChosen` expects. */
export function wordsBetween(title: string, first: number, last: number): string {
  const text = inOneLine(title);
  const all = text.split(" ");
  const words = all.slice(first, last + 1).join(" ");
  const at = all.slice(0, first).join(" ").length + (first > 0 ? 1 : 0);
  const places = placesOf(words, text);
  return places.length > 1 ? `${words} (${places.indexOf(at) + 1})` : words;
}

/** Returns where these whole words start in a single-line text. */
function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = -1; ; ) {
    at = ` ${text} `.indexOf(` ${words} `, at + 1);
    if (at === -1 || !words) return places;
    places.push(at);
  }
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, " ");

/** Longer phrases would look like a block of color. */
const MARKED_CHARS = 28;

/**
 * Highlights the last sentence, or else the words after the last comma, colon or dash, or else the last two
 * words. Of one or two words, none stands out.
 */
export function highlight(title: string): Highlighted {
  const text = inOneLine(title);
  const words = text.split(" ");
  if (words.length < 3) return { plain: text, marked: "" };
  const breaks = [/^(.*[.!?])\s(.+)$/, /^(.*[,;:])\s(.+)$/, /^(.*\s[–—-])\s(.+)$/];
  for (const rule of breaks) {
    const [, plain, marked] = rule.exec(text) ?? [];
    if (plain && marked && marked.length <= MARKED_CHARS) return { plain: `${plain} `, marked };
  }
  const marked = words.slice(-2).join(" ");
  if (marked.length > MARKED_CHARS) return { plain: text, marked: "" };
  return { plain: text.slice(0, text.length - marked.length), marked };
}
