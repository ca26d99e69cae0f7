import { z } from "zod";
import { DEFAULT_DURATION } from "../../copy/business.ts";
import { messages } from "../../copy/messages.ts";
import { JsonFault } from "../../platform/text/json-walk.ts";
import { optionalText, requiredText, withSlug } from "../../platform/text/text-rules.ts";
import { formatMonthly, readMonthly } from "../drawn/monthly.ts";
import { html, image, pinned, plain, published, searchFields, text } from "../fields/fields.ts";
import { kind } from "../fields/kind.ts";
import { formatResults, parseResults, type Results } from "./results-json.ts";

const RICH_TEXT_MAX = 200_000;

/** JSON or empty (SPEC 5). */
const results = z
  .string()
  .default("")
  .transform((value, context): Results => {
    try {
      return parseResults(value);
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });

const monthly = optionalText(10_000).transform((value, context) => {
  const read = readMonthly(value);
  if (!("fault" in read)) return formatMonthly(read);
  context.addIssue({ code: "custom", message: read.fault });
  return z.NEVER;
});

/** Case studies (SPEC 5). Empty fields get defaults (SPEC 9, decision 0035.20). */
export const caseStudy = kind({
  ...{ name: "case-studies", noun: "case study", form: "case-study", words: messages.caseStudy },
  fields: {
    title: text("Title", requiredText(200, "Enter a title.")),
    slug: plain("Slug", optionalText(200)),
    client: text("Client", requiredText(200, "Enter the client's name.")),
    industry_id: {
      ...plain("Industry", z.uuid({ error: "Choose an industry." })),
      shown: (_, row) => String(row.industry),
    },
    result: text("Result", optionalText(200)),
    figure: text("Short figure", optionalText(20)),
    duration: text(
      "Duration",
      optionalText(100).transform((value) => value || DEFAULT_DURATION),
    ),
    image: image("Image"),
    challenge: html("The Challenge", optionalText(RICH_TEXT_MAX)),
    solution: html("Our Solution", optionalText(RICH_TEXT_MAX)),
    results: {
      ...{ label: "Key results", format: "json", rule: results },
      posted: (stored) => formatResults(stored as Results),
    },
    monthly: text("Month by month", monthly),
    source: text("Source and period", optionalText(200)),
    testimonial: text("Quote", optionalText(5_000)),
    client_name: text("Client name", optionalText(200)),
    ...searchFields,
    ...pinned,
    ...published,
  },
  // SPEC 5: "Please fill in all required fields (Title, Client, Industry)".
  required: ["title", "client", "industry_id"],
  complete: withSlug,
});
