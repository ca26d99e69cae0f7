// Fields as values. What a field is, how it's checked, stored, compared and labeled is said here once; forms, drafts,
// the history, imports, find and replace and the page editor read it from the field.
import { z } from "zod";
import { PINNED_LABEL, SEARCH_LABELS } from "../../copy/panel/search-fields.ts";
import { imageUrl, searchRules } from "../../platform/text/text-rules.ts";

/** `text`, `html` and `json` contain words for visitors; `image` is an image URL. */
export type FieldFormat = "text" | "html" | "json" | "image" | "other";

/** @property rule turns what a form posts into what's stored */
export type Field<Rule extends z.ZodType = z.ZodType> = {
  label: string;
  format: FieldFormat;
  rule: Rule;
  /** the field's name within a sentence, if it isn't the label */
  named?: string;
  /** a draft or conflict that affects one field includes all fields in its unit */
  unit?: string;
  /** visitors don't read it on the page */
  isInHead?: true;
  /** code uses the value, so the page editor finds it by its words */
  isComputed?: true;
  /** returns a stored value as its form posts it; by default, as text */
  posted?(stored: unknown): string;
  /** returns the text shown instead of a value, such as the name for an id */
  shown?(stored: unknown, row: Record<string, unknown>): string | undefined;
  /** changes all HTML in a value */
  mapHtml?(value: z.output<Rule>, change: (html: string) => string): z.output<Rule>;
};
export type Fields = Record<string, Field>;
/** A field without its rule. */
export type ListedField = Pick<Field, "label" | "format" | "unit" | "isInHead" | "isComputed"> & {
  name: string;
};

type Rules<F extends Fields> = { [Name in keyof F]: F[Name]["rule"] };
/** What the rules make of a posted form. */
export type ValuesOf<F extends Fields> = z.output<ReturnType<typeof schemaOf<F>>>;

export const text = <Rule extends z.ZodType>(label: string, rule: Rule): Field<Rule> => ({
  ...{ label, format: "text", rule },
});

/** @param named the field's name within a sentence, if it isn't the label */
export const html = (label: string, rule: z.ZodType<string>, named?: string): Field<z.ZodType<string>> => ({
  ...{ label, format: "html", rule, named },
  mapHtml: (value, change) => change(value),
});

/** Returns a field whose value isn't text for visitors, such as a slug, a choice or a number. */
export const plain = <Rule extends z.ZodType>(label: string, rule: Rule): Field<Rule> => ({
  ...{ label, format: "other", rule },
});

/** A switch that a form may leave out, which keeps its value (decision 0035.21). */
export const toggle = (label: string) => plain(label, z.stringbool().optional());

export const image = (label: string) => ({ ...plain(label, imageUrl), format: "image" as const });

/** Returns a text in the page's head. */
const headText = <Rule extends z.ZodType>(label: string, rule: Rule) => ({
  ...text(label, rule),
  isInHead: true as const,
});

/** Returns a text that code uses too, such as the category that posts are filtered by. */
export const computedText = <Rule extends z.ZodType>(label: string, rule: Rule) => ({
  ...text(label, rule),
  isComputed: true as const,
});

/** The fields for search engines and shared links, which every record with a page has. */
export const searchFields = {
  meta_title: headText(SEARCH_LABELS.meta_title, searchRules.meta_title),
  meta_description: headText(SEARCH_LABELS.meta_description, searchRules.meta_description),
  meta_keywords: headText(SEARCH_LABELS.meta_keywords, searchRules.meta_keywords),
  canonical_url: plain(SEARCH_LABELS.canonical_url, searchRules.canonical_url),
  share_image: image(SEARCH_LABELS.share_image),
  is_indexable: toggle(SEARCH_LABELS.is_indexable),
  is_followable: toggle(SEARCH_LABELS.is_followable),
};
export const pinned = { featured: toggle(PINNED_LABEL) };
export const published = { published: toggle("Published") };

/** Returns the rule for a whole form. */
export const schemaOf = <F extends Fields>(fields: F) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule])) as Rules<F>);

/** Returns the fields in order. */
export const listFields = (fields: Fields): ListedField[] =>
  Object.entries(fields).map(([name, { label, format, unit, isInHead, isComputed }]) => ({
    ...{ name, label, format },
    ...(unit && { unit }),
    ...(isInHead && { isInHead }),
    ...(isComputed && { isComputed }),
  }));

/** Returns a row's fields as its form posts them. History rows have the same columns. */
export const fieldsIn = (fields: Fields, row: Record<string, unknown>) =>
  listFields(fields).map((field) => {
    const { posted, shown } = fields[field.name]!;
    const stored = row[field.name];
    const said = shown?.(stored, row);
    return {
      ...field,
      value: posted ? posted(stored) : String(stored ?? ""),
      ...(said !== undefined && { shown: said }),
    };
  });

export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof F & string,
    string
  >;
