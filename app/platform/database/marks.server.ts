// Marks texts during rendering, so the page editor knows each text's field. The marks are private-use
// characters that public pages never contain.
import { END, POINT, START } from "../text/edit-mark.ts";
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
  /** true if the text gets no mark, because it can only be edited in the record's form */
  isInForm?: boolean;
};

const FIRST = 0xe100;
const MOST = 0xf8ff - FIRST;
const BLOCK = /<(?:p|li|h[1-6]|td|th|blockquote|figcaption|dt|dd)\b[^>]*>/g;

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
    const key = JSON.stringify([text.kind, text.id, text.field, text.path]);
    const index = this.#known.get(key) ?? this.texts.length;
    if (index > MOST) return shown;
    if (index === this.texts.length) this.texts.push(text);
    this.#known.set(key, index);
    if (text.isInForm) return shown;
    const name = String.fromCharCode(FIRST + index);
    if (text.format === "html") return shown.replace(BLOCK, (tag) => `${tag}${POINT}${name}`);
    return `${START}${name}${shown}${END}`;
  }
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
const ANY = /[\uE000-\uF8FF]|%EE%[89AB][0-9A-F]%[89AB][0-9A-F]|%EF%A[0-3]%[89AB][0-9A-F]/gi;
/** Marks inside these elements are removed, because they can't contain `edit-text` elements. */
const NO_ELEMENTS = /(<(script|style|title|option|textarea|noscript|svg)\b[\s\S]*?<\/\2>)/g;

/** Converts marks to `data-edit` attributes with the index in `Marks.texts`. */
export function annotate(html: string): string {
  const indexOf = (name: string) => name.charCodeAt(0) - FIRST;
  const parts = html.split(NO_ELEMENTS);
  // Skips every third part, which is the captured tag name.
  return parts
    .map((part, i) => {
      if (i % 3 === 2) return "";
      if (i % 3 === 1) return part.replace(ANY, "");
      const whole = part
        .replace(WHOLE, (_, tag, more, name, text) => `<${tag}${more} data-edit="${indexOf(name)}">${text}`)
        .replace(BLOCKS, (_, tag, more, name) => `<${tag}${more} data-edit="${indexOf(name)}">`);
      return splitTags(whole)
        .map((one) =>
          one.startsWith("<")
            ? one
            : one.replace(
                PART,
                (_, name, text) => `<edit-text data-edit="${indexOf(name)}">${text}</edit-text>`,
              ),
        )
        .join("")
        .replace(ANY, "");
    })
    .join("");
}

const splitTags = (html: string) => html.split(/(<[^>]*>)/);
