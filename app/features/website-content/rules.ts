// What may be written to website content (SPEC 5).
import { z } from "zod";
import type { CopyValue } from "../../copy/page-copy.ts";
import { requiredText } from "../../platform/text-rules.ts";
import { CONTENT_TYPES } from "./content-type.ts";
import { findMisfit } from "./fit.ts";

/** SPEC 5: "page_name, section_name, content_key, content_value required". The toast's words are in `copy/messages.ts`. */
export const REQUIRED_FIELDS = ["page_name", "section_name", "content_key", "content_value"] as const;

const fields = z.object({
  page_name: requiredText(100, "Choose a page."),
  section_name: requiredText(100, "Enter a section."),
  content_key: requiredText(100, "Enter a key."),
  content_type: z.enum(CONTENT_TYPES).default("text"),
  content_value: requiredText(200_000, "Enter a value."),
});

export type ContentInput = z.output<typeof fields>;

/**
 * The rules of the form, on the server and in the browser.
 * @param builtIn the built-in value of the address that was entered, undefined where the site has no such text
 * @param columns the heads of the columns, where the value is the rows of a table
 */
export const contentRules = (
  builtIn: (input: ContentInput) => CopyValue | undefined,
  columns?: readonly string[],
) =>
  fields.superRefine((input, refinement) => {
    const fault = findMisfit(input, builtIn(input), columns);
    if (fault) refinement.addIssue({ code: "custom", path: ["content_value"], message: fault.message });
  });
