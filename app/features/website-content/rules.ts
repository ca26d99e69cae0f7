import { z } from "zod";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import type { Model } from "./built-in.ts";
import { CONTENT_TYPES } from "./content-type.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { findValueError } from "./value-error.ts";

/** Key of the text with the words to highlight in the section's title. That text may be empty. */
export const MARKED_KEY = "marked_words";

/**
 * SPEC 5: "page_name, section_name, content_key, content_value required". The toast is in `copy/messages.ts`.
 */
export const REQUIRED_FIELDS = ["page_name", "section_name", "content_key", "content_value"] as const;

const fields = z.object({
  page_name: requiredText(100, "Choose a page."),
  section_name: requiredText(100, "Enter a section."),
  content_key: requiredText(100, "Enter a key."),
  content_type: z.enum(CONTENT_TYPES).default("text"),
  content_value: optionalText(200_000),
});

/** Texts that may be empty. For example, a logo that includes the name needs no text. */
const MAY_BE_EMPTY = new Set([
  ...["header:brand:logo_text", "team:leadership:profile_href", "team:leadership:biography"],
]);

/** Returns whether a text may be empty, although SPEC 5 requires a value. */
export const mayBeEmpty = (textKey: TextKey) =>
  MAY_BE_EMPTY.has(writeTextKey(textKey)) || textKey.content_key === MARKED_KEY;

export type ContentInput = z.output<typeof fields>;

const valued = fields.refine((input) => input.content_value !== "" || mayBeEmpty(input), {
  path: ["content_value"],
  error: "Enter a value.",
  // Runs even if other fields are missing, to report all errors at once.
  when: ({ value }) => typeof (value as Partial<ContentInput>).content_value === "string",
});

/**
 * Returns the form's validation.
 * @param modelOf a parameter, because the browser doesn't have all built-in texts
 * @param columns headings of a table
 */
export const contentRules = (modelOf: (input: ContentInput) => Model, columns?: readonly string[]) =>
  valued.superRefine((input, refinement) => {
    const { builtIn, parts } = modelOf(input);
    const fault = findValueError(input, builtIn, parts, columns);
    if (fault) refinement.addIssue({ code: "custom", path: ["content_value"], message: fault.message });
  });
