// Validation rules of case studies (SPEC 5), shared by the server and the panel.
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
 * A case study as the panel's form posts it. An empty slug is generated from the title (SPEC 5, decision 0035.20), an
 * empty duration gets the default (SPEC 9), and `results` is JSON or empty. `published` is undefined if the form
 * doesn't include it: a new case study is then published and an existing one stays as it is (decision 0035.21).
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

/** SPEC 5: if any is missing, the panel says "Please fill in all required fields (Title, Client, Industry)". */
export const REQUIRED_FIELDS = ["title", "client", "industry_id"] as const;
