// Validation rules of landing pages, shared by the server and the panel.
import { z } from "zod";
import { optionalText, requiredText, searchRules } from "../../platform/text/text-rules.ts";
import { isTaken, landingAt, landingSlug } from "../redirects/landing-path.ts";
import { findService } from "../services/catalog.ts";
import { sectionsRule } from "./sections.ts";

const NO_PATH = "This can't be used as a URL. Use the letters a to z, digits and hyphens.";
const takenPath = (slug: string) =>
  `/${slug} is used by the site itself. Choose another URL, such as /${slug.replace(/.*\//, "")}-page.`;

/**
 * A landing page as the panel's form posts it. An empty URL is generated from the title. `published` is undefined if the
 * form doesn't include it: a new page is then published and an existing one stays as it is (decision 0035.21).
 */
export const landingPage = z
  .object({
    title: requiredText(200, "Enter a title."),
    slug: optionalText(200),
    service: optionalText(100).refine((slug) => slug === "" || findService(slug), "Choose a service."),
    area: optionalText(100),
    sections: sectionsRule,
    menu_label: optionalText(60),
    in_header: z.stringbool().optional(),
    in_footer: z.stringbool().optional(),
    in_sitemap: z.stringbool().optional(),
    in_related: z.stringbool().optional(),
    sort: z.coerce
      .number({ error: "Enter a whole number." })
      .int("Enter a whole number.")
      .min(0)
      .max(9_999)
      .default(0),
    ...searchRules,
    published: z.stringbool().optional(),
  })
  .transform((input, context) => {
    const slug = landingSlug(input.slug || input.title);
    if (slug && landingAt(`/${slug}`) === slug) return { ...input, slug };
    const message = isTaken(slug) ? takenPath(slug) : NO_PATH;
    context.addIssue({ code: "custom", path: ["slug"], message });
    return z.NEVER;
  });

export type LandingPageInput = z.output<typeof landingPage>;

export const REQUIRED_FIELDS = ["title"] as const;
