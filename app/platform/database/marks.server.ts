// Marks texts while a page is rendered for the page editor, so that the HTML shows which text comes from which field.
// The characters are private-use ones: pages that aren't being edited never contain them.
import type { Database } from "./database.server.ts";

/** A text on a page: the field of a record, or a part of it. */
export type MarkedText = {
  kind: string;
  id: string;
  field: string;
  /** where it is in a field that holds JSON; empty for a whole field */
  path: (string | number)[];
  /** as stored, with names still in braces */
  base: string;
  format: "text" | "html";
  /** whether it has no mark and is edited only in its form */
  isInForm?: boolean;
};

const START = "\uE000";
const END = "\uE001";
const POINT = "\uE002";
const FIRST = 0xe100;
const MOST = 0xf8ff - FIRST;
const BLOCK = /<(?:p|li|h[1-6]|td|th|blockquote|figcaption|dt|dd)\b[^>]*>/g;

/** The texts marked during one render. */
export class Marks {
  readonly texts: MarkedText[] = [];
  /** off until the preview's changes are applied, because the marks would be stored with them */
  isOn = false;
  #known = new Map<string, number>();

  /**
   * Returns a text with its mark.
   * @param shown the text as the page shows it, if that differs from `base`
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

/** Returns the marks of the render that uses this database; undefined for everything but the page editor. */
export const marksOf = (db: Database): Marks | undefined => marksByDatabase.get(db);

/** Marks everything that's read through this database, once `isOn` is set on the result. */
export function addMarks(db: Database): Marks {
  const marks = new Marks();
  marksByDatabase.set(db, marks);
  return marks;
}

const WHOLE = /<([a-z][\w-]*)((?:\s[^<>]*)?)>\uE000([\uE100-\uF8FF])([^<\uE000-\uE002]*)\uE001(?=<\/\1>)/g;
const BLOCKS = /<([a-z][\w-]*)((?:\s[^<>]*)?)>\uE002([\uE100-\uF8FF])/g;
const PART = /\uE000([\uE100-\uF8FF])([^<\uE000-\uE002]*)\uE001/g;
const ANY = /[\uE000-\uF8FF]|%EE%[89AB][0-9A-F]%[89AB][0-9A-F]|%EF%A[0-3]%[89AB][0-9A-F]/gi;
/** Elements whose content is text only, and tags: neither can contain an element for a mark. */
const NO_ELEMENTS = /(<(script|style|title|option|textarea|noscript|svg)\b[\s\S]*?<\/\2>)/g;

/** Turns the marks of a rendered page into `data-edit` attributes with the index in `Marks.texts`. */
export function annotate(html: string): string {
  const indexOf = (name: string) => name.charCodeAt(0) - FIRST;
  const parts = html.split(NO_ELEMENTS);
  // Every third part is the name that the expression captured.
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
