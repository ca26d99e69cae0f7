// What may be written to website content (SPEC 5).
import { z } from "zod";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { CONTENT_TYPES } from "./content-type.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { findValueError } from "./value-error.ts";

/** Of the words that are marked in the title of the same section: none may be. */
export const MARKED_KEY = "marked_words";

/** SPEC 5: "page_name, section_name, content_key, content_value required". The toast's words are in `copy/messages.ts`. */
export const REQUIRED_FIELDS = ["page_name", "section_name", "content_key", "content_value"] as const;

const fields = z.object({
  page_name: requiredText(100, "Choose a page."),
  section_name: requiredText(100, "Enter a section."),
  content_key: requiredText(100, "Enter a key."),
  content_type: z.enum(CONTENT_TYPES).default("text"),
  content_value: optionalText(200_000),
});

/** Texts that say something by being empty: beside a logo that shows the name no name is needed. */
const MAY_BE_EMPTY = new Set(["header:brand:logo_text", "team:leadership:profile_href"]);

/** Whether a text may be left empty, although SPEC 5 requires a value. */
export const mayBeEmpty = (textKey: TextKey) =>
  MAY_BE_EMPTY.has(writeTextKey(textKey)) || textKey.content_key === MARKED_KEY;

export type ContentInput = z.output<typeof fields>;

const valued = fields.refine((input) => input.content_value !== "" || mayBeEmpty(input), {
  path: ["content_value"],
  error: "Enter a value.",
  // Beside what else is missing.
  when: ({ value }) => typeof (value as Partial<ContentInput>).content_value === "string",
});

/**
 * The rules of the form, on the server and in the browser.
 * @param builtIn the built-in value of the address that was entered, undefined where the site has no such text
 * @param columns the heads of the columns, where the value is the rows of a table
 */
export const contentRules = (
  builtIn: (input: ContentInput) => CopyValue | undefined,
  columns?: readonly string[],
) =>
  valued.superRefine((input, refinement) => {
    const fault = findValueError(input, builtIn(input), columns);
    if (fault) refinement.addIssue({ code: "custom", path: ["content_value"], message: fault.message });
  });
