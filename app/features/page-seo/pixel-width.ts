// Measures the width of texts in search results, with a table so that server, browser and tests agree.

/** Widths of Arial's letters in thousandths of the font size, by width. */
const BY_WIDTH: Record<number, string> = {
  191: "'",
  222: "ijl‘’‚",
  260: "|¦",
  278: "fIt ,./:;\\[]!·\u00a0",
  333: "r()-`“”„‹›¨´¸¡²³¹",
  334: "{}",
  350: "•",
  355: '"',
  365: "º",
  370: "ª",
  389: "*",
  400: "°",
  469: "^",
  500: "cksvxyzJ",
  537: "¶",
  549: "±÷",
  552: "¯",
  556: "0123456789abdeghnopquL#$?_–€£¥¢§«»†‡ƒ",
  576: "µ",
  584: "+<=>~¬−×",
  611: "FTZßø¿",
  667: "ABEKPSVXY&",
  722: "CDHNRUw",
  737: "©®",
  778: "GOQØ",
  833: "Mm",
  834: "¼½¾",
  889: "%æ",
  944: "Wœ",
  1000: "—…™ÆŒ→",
  1015: "@",
};
const WIDTHS = new Map(
  Object.entries(BY_WIDTH).flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, Number(width)] as const),
  ),
);

/** Other scripts: CJK characters and emoji are as wide as they are high. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u;
const WIDE_WIDTH = 1000;
const OTHER_WIDTH = 556;
const NO_WIDTH = /\p{Mark}|\p{Cf}/u;

function letterWidth(letter: string): number {
  const known = WIDTHS.get(letter);
  if (known !== undefined) return known;
  if (NO_WIDTH.test(letter)) return 0;
  return WIDE.test(letter) ? WIDE_WIDTH : OTHER_WIDTH;
}

/**
 * Returns the width of a single-line text in pixels.
 * @param size the font size in pixels
 */
export function textWidth(text: string, size: number): number {
  // An accented letter is as wide as its plain one.
  const letters = [...text.normalize("NFD")];
  return (letters.reduce((sum, letter) => sum + letterWidth(letter), 0) * size) / 1000;
}

/**
 * Truncates a text as search engines do: whole, or its first words and an ellipsis.
 * @param max the available pixels
 * @param size the font size in pixels
 */
export function cutToWidth(text: string, max: number, size: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (textWidth(line, size) <= max) return line;
  const END = " ...";
  const room = max - textWidth(END, size);
  let kept = "";
  for (const word of line.split(" ")) {
    const longer = kept ? `${kept} ${word}` : word;
    if (textWidth(longer, size) > room) break;
    kept = longer;
  }
  return (kept || cutLetters(line, room, size)).replace(/[\s,;:|–—-]+$/, "") + END;
}

/** Cuts a first word that's longer than the line. */
function cutLetters(line: string, room: number, size: number): string {
  let kept = "";
  for (const letter of line) {
    if (textWidth(kept + letter, size) > room) break;
    kept += letter;
  }
  return kept;
}
