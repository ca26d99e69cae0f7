// Validation of case studies (SPEC 5).
import { z } from "zod";
import { DEFAULT_DURATION } from "../../copy/business.ts";
import { JsonFault } from "../../platform/text/json-walk.ts";
import {
  imageUrl,
  optionalText,
  requiredText,
  searchRules,
  withSlug,
} from "../../platform/text/text-rules.ts";
import { parseResults } from "./results-json.ts";

const RICH_TEXT_MAX = 200_000;

/**
 * A case study as posted by the panel. Empty fields get defaults (SPEC 5, 9; decision 0035.20). `results` is
 * JSON or empty. `published` is undefined if the form has no switch (decision 0035.21).
 */
export const caseStudy = z
  .object({
    title: requiredText(200, "Enter a title."),
    slug: optionalText(200),
    client: requiredText(200, "Enter the client's name."),
    industry_id: z.uuid({ error: "Choose an industry." }),
    result: optionalText(200),
    duration: optionalText(100).transform((value) => value || DEFAULT_DURATION),
    image: imageUrl,
    challenge: optionalText(RICH_TEXT_MAX),
    solution: optionalText(RICH_TEXT_MAX),
    results: z
      .string()
      .default("")
      .transform((value, context) => {
        try {
          return parseResults(value);
        } catch (error) {
          if (!(error instanceof JsonFault)) throw error;
          context.addIssue({ code: "custom", message: error.message });
          return z.NEVER;
        }
      }),
    testimonial: optionalText(5_000),
    client_name: optionalText(200),
    ...searchRules,
    featured: z.stringbool().optional(),
    published: z.stringbool().optional(),
  })
  .transform(withSlug);

export type CaseStudyInput = z.output<typeof caseStudy>;

/**
 * SPEC 5: the panel says "Please fill in all required fields (Title, Client, Industry)" if any is missing.
 */
export const REQUIRED_FIELDS = ["title", "client", "industry_id"] as const;
