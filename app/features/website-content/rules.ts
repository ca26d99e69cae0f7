// Validation rules for website content (SPEC 5).
import { z } from "zod";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { CONTENT_TYPES } from "./content-type.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { findValueError } from "./value-error.ts";

/** Key of the words to highlight in the title of the same section; may be empty. */
export const MARKED_KEY = "marked_words";

/** SPEC 5: "page_name, section_name, content_key, content_value required". The toast text is in `copy/messages.ts`. */
export const REQUIRED_FIELDS = ["page_name", "section_name", "content_key", "content_value"] as const;

const fields = z.object({
  page_name: requiredText(100, "Choose a page."),
  section_name: requiredText(100, "Enter a section."),
  content_key: requiredText(100, "Enter a key."),
  content_type: z.enum(CONTENT_TYPES).default("text"),
  content_value: optionalText(200_000),
});

/** Texts that can be deliberately empty: a logo that includes the name needs no name next to it. */
const MAY_BE_EMPTY = new Set([
  ...["header:brand:logo_text", "team:leadership:profile_href", "team:leadership:biography"],
]);

/** Returns whether a text may be left empty, although SPEC 5 requires a value. */
export const mayBeEmpty = (textKey: TextKey) =>
  MAY_BE_EMPTY.has(writeTextKey(textKey)) || textKey.content_key === MARKED_KEY;

export type ContentInput = z.output<typeof fields>;

const valued = fields.refine((input) => input.content_value !== "" || mayBeEmpty(input), {
  path: ["content_value"],
  error: "Enter a value.",
  // Reported together with other missing fields.
  when: ({ value }) => typeof (value as Partial<ContentInput>).content_value === "string",
});

/**
 * Returns the form's rules, for the server and the browser.
 * @param builtIn returns the built-in value of the entered text key, undefined if the site has no such text
 * @param columns the column headings, if the value is a table's rows
 */
export const contentRules = (
  builtIn: (input: ContentInput) => CopyValue | undefined,
  columns?: readonly string[],
) =>
  valued.superRefine((input, refinement) => {
    const fault = findValueError(input, builtIn(input), columns);
    if (fault) refinement.addIssue({ code: "custom", path: ["content_value"], message: fault.message });
  });
