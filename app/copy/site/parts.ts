// Says what a text or a part of one is, where its value doesn't: a link, an icon, an image, or words that the page
// computes with. Everything else is words that visitors read.
import type { CopyValue, PageSeo } from "./page-copy.ts";

/**
 * @property isComputed the page computes with these words, so the page editor finds them by their text
 * @property isOptional the owner's items may lack this part, which the samples have
 * @property item the shape of an item, for a list that's empty until the owner fills it; its words are examples
 */
export type Part = {
  is?: "link" | "icon" | "image";
  isComputed?: true;
  isOptional?: true;
  item?: CopyValue;
};

/** The declared parts of a text by path, such as `*.href`; `*` stands for any item of a list. */
export type Parts = { [path: string]: Part };

/** A path to a part, such as `[7, "href"]`. */
export type PartPath = readonly (string | number)[];

type DeclaredPart = Omit<Part, "item"> & { item?: unknown };

class Declared<Value> {
  readonly value: Value;
  readonly part: DeclaredPart;
  constructor(value: Value, part: DeclaredPart) {
    this.value = value;
    this.part = part;
  }
}

export const link = (value: string) => new Declared(value, { is: "link" });
export const icon = (value: string) => new Declared(value, { is: "icon" });
export const image = (value: string) => new Declared(value, { is: "image" });
export function computed(value: string): Declared<string>;
export function computed<Value extends object>(value: Value): Declared<Value>;
export function computed(value: unknown) {
  return new Declared(value, { isComputed: true });
}
export const optional = (value: string) => new Declared(value, { isOptional: true });
/** Declares a list without built-in items. */
export const listOf = <Item extends DeclaredValue>(item: Item) => new Declared<readonly Item[]>([], { item });

type DeclaredValue =
  | string
  | number
  | Declared<unknown>
  | readonly DeclaredValue[]
  | { readonly [key: string]: DeclaredValue };
type DeclaredPage = { seo?: PageSeo } & {
  [section: string]: { [key: string]: DeclaredValue } | PageSeo | undefined;
};
type Plain<Value> =
  Value extends Declared<infer Inner> ? Plain<Inner> : { [Key in keyof Value]: Plain<Value[Key]> };

type PageParts = { [section: string]: { [key: string]: Parts } };
const partsByPage = new WeakMap<object, PageParts>();

/** Returns a page's texts as plain values, and remembers what `link`, `icon` and the others declared. */
export function texts<Page extends DeclaredPage>(page: Page): Plain<Page> {
  const declared: PageParts = {};
  const plain = Object.entries(page).map(([section, values = {}]) => {
    const own: { [key: string]: Parts } = {};
    declared[section] = own;
    const entries = Object.entries(values).map(([key, value]) => {
      own[key] = {};
      return [key, unwrap(value, own[key], [])];
    });
    return [section, Object.fromEntries(entries)];
  });
  const all = Object.fromEntries(plain) as Plain<Page>;
  partsByPage.set(all as object, declared);
  return all;
}

function unwrap(value: unknown, parts: Parts, path: PartPath): unknown {
  if (value instanceof Declared) {
    const { item, ...part } = value.part;
    const model = item === undefined ? {} : { item: unwrap(item, parts, [...path, 0]) as CopyValue };
    parts[patternOf(path)] = { ...part, ...model };
    return unwrap(value.value, parts, path);
  }
  if (Array.isArray(value)) return value.map((item, i) => unwrap(item, parts, [...path, i]));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, unwrap(part, parts, [...path, key])]),
  );
}

const patternOf = (path: PartPath) => path.map((step) => (typeof step === "number" ? "*" : step)).join(".");

/** Returns the declared parts of a page's text. */
export const partsOf = (page: object, section: string, key: string): Parts =>
  partsByPage.get(page)?.[section]?.[key] ?? {};

/** Returns what a part is. Parts of a computed part are computed. */
export function partAt(parts: Parts, path: PartPath): Part {
  const part = parts[patternOf(path)] ?? {};
  const isComputed = path.some((_, i) => parts[patternOf(path.slice(0, i))]?.isComputed);
  return isComputed ? { ...part, isComputed } : part;
}
