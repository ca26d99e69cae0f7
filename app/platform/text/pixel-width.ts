// Uses a table of widths, so server, browser and tests agree.

/** Arial's characters by width, in thousandths of the font size. */
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

/** Matches emoji and East Asian characters, which are as wide as they are tall. */
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
 * Returns the width of a single line in pixels.
 * @param size font size in pixels
 */
export function textWidth(text: string, size: number): number {
  const letters = [...text.normalize("NFD")];
  return (letters.reduce((sum, letter) => sum + letterWidth(letter), 0) * size) / 1000;
}

/**
 * Cuts a text as search engines do, with an ellipsis.
 * @param max width in pixels
 * @param size font size in pixels
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

function cutLetters(line: string, room: number, size: number): string {
  let kept = "";
  for (const letter of line) {
    if (textWidth(kept + letter, size) > room) break;
    kept += letter;
  }
  return kept;
}
