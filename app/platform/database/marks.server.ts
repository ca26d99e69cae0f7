// Marks texts during rendering, so the page editor knows each text's field. The marks are private-use
// characters that public pages never contain.
import { END, inHtml, START } from "../text/edit-mark.ts";
import { mapTexts, textsIn } from "../text/html-texts.ts";
import { textOf } from "../text/plain-text.ts";
import type { Database } from "./database.server.ts";

/** All or part of a record's field, as it appears on a page. */
export type MarkedText = {
  kind: string;
  id: string;
  field: string;
  /** path within a JSON field; empty for a whole field */
  path: (string | number)[];
  /** as stored, with placeholders */
  base: string;
  format: "text" | "html";
  /** true if code depends on the text, so it gets no mark and is found by its words */
  isFound?: boolean;
  /** true if the text is also found by its words, but can only be edited in the record's form */
  isInForm?: boolean;
  /** the text's name in the panel; without it, that of the field and the path */
  label?: string;
  /** the words on the page, if they differ from `base` */
  shown?: string[];
};

const FIRST = 0xe100;
const MOST = 0xf8ff - FIRST;

export class Marks {
  readonly texts: MarkedText[] = [];
  /** off until a preview's changes are applied, because marks must not be stored */
  isOn = false;
  #known = new Map<string, number>();

  /**
   * Returns a text with its mark.
   * @param shown the text on the page, if it differs
   */
  mark(text: MarkedText, shown = text.base): string {
    if (!this.isOn || !shown.trim()) return shown;
    const isUnmarked = text.isFound || text.isInForm;
    const isOther = isUnmarked && shown !== text.base;
    const name = this.#name(isOther ? { ...text, shown: [shown] } : text);
    if (name === null || isUnmarked) return shown;
    return text.format === "html" ? this.#markHtml(text, name, shown) : `${START}${name}${shown}${END}`;
  }

  /** Marks each text between the tags. Those that differ from what's stored open the form of the whole HTML. */
  #markHtml(text: MarkedText, whole: string, shown: string): string {
    const written = textsIn(text.base);
    let next = 0;
    return mapTexts(shown, (words) => {
      if (URL_ALONE.test(words)) return words;
      const line = textOf(words);
      const index = written.findIndex((one, i) => i >= next && isFilled(one, line));
      if (index !== -1) next = index + 1;
      const path = [...text.path, inHtml(index)];
      const of: MarkedText = { ...text, path, base: written[index] ?? "", format: "text" };
      const name = index === -1 || words.includes("\n") ? whole : (this.#name(of) ?? whole);
      return `${START}${name}${words}${END}`;
    });
  }

  /** Returns the character for a text, or null if there are too many texts. */
  #name(text: MarkedText): string | null {
    const key = JSON.stringify([text.kind, text.id, text.field, text.path]);
    const index = this.#known.get(key) ?? this.texts.length;
    if (index > MOST) return null;
    if (index === this.texts.length) this.texts.push(text);
    this.#known.set(key, index);
    return String.fromCharCode(FIRST + index);
  }
}

/** Pages show a pasted video's URL as a button. */
const URL_ALONE = /^https?:\S+$/;

/** Returns whether a text with placeholders can be the one on the page. */
function isFilled(written: string, shown: string): boolean {
  if (!written.includes("{")) return written === shown;
  const parts = written.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(shown);
}

const marksByDatabase = new WeakMap<Database, Marks>();

/** Returns this database's marks; undefined outside the page editor. */
export const marksOf = (db: Database): Marks | undefined => marksByDatabase.get(db);

/** Sets up marks for texts read through this database. Set `isOn` to start marking. */
export function addMarks(db: Database): Marks {
  const marks = new Marks();
  marksByDatabase.set(db, marks);
  return marks;
}

const WHOLE = /<([a-z][\w-]*)((?:\s[^<>]*)?)>\uE000([\uE100-\uF8FF])([^<\uE000-\uE002]*)\uE001(?=<\/\1>)/g;
const BLOCKS = /<([a-z][\w-]*)((?:\s[^<>]*)?)>\uE002([\uE100-\uF8FF])/g;
const PART = /\uE000([\uE100-\uF8FF])([^<\uE000-\uE002]*)\uE001/g;
/** A text whose end was cut off, as in an excerpt. */
const CUT = /\uE000([\uE100-\uF8FF])([^<\uE000-\uE002]+)/g;
const ANY = /[\uE000-\uF8FF]|%EE%[89AB][0-9A-F]%[89AB][0-9A-F]|%EF%A[0-3]%[89AB][0-9A-F]/gi;
/** These elements can't contain `edit-text` elements. In drawings, whole elements are marked. */
const NO_ELEMENTS = /(<(script|style|title|option|textarea|noscript|svg)\b[\s\S]*?<\/\2>)/g;

const indexOf = (name: string) => name.charCodeAt(0) - FIRST;
const withWhole = (html: string) =>
  html.replace(WHOLE, (_, tag, more, name, text) => `<${tag}${more} data-edit="${indexOf(name)}">${text}`);

const element = (name: string, text: string, more = "") =>
  `<edit-text data-edit="${indexOf(name)}"${more}>${text}</edit-text>`;

/** Converts marks to `data-edit` attributes with the index in `Marks.texts`, and `data-cut` on incomplete texts. */
export function annotate(html: string): string {
  const parts = html.split(NO_ELEMENTS);
  // Skips every third part, which is the captured tag name.
  return parts
    .map((part, i) => {
      if (i % 3 === 2) return "";
      if (i % 3 === 1) return (part.startsWith("<svg") ? withWhole(part) : part).replace(ANY, "");
      const whole = withWhole(part).replace(
        BLOCKS,
        (_, tag, more, name) => `<${tag}${more} data-edit="${indexOf(name)}">`,
      );
      return splitTags(whole)
        .map((one) =>
          one.startsWith("<")
            ? one
            : one
                .replace(PART, (_, name, text) => element(name, text))
                .replace(CUT, (_, name, text) => element(name, text, " data-cut")),
        )
        .join("")
        .replace(ANY, "");
    })
    .join("");
}

const splitTags = (html: string) => html.split(/(<[^>]*>)/);
