import { z } from "zod";
import { optionalText, requiredText, searchRules } from "../../platform/text/text-rules.ts";
import { isTaken, landingAt, landingSlug } from "../redirects/landing-path.ts";
import { findService } from "../services/catalog.ts";
import { sectionsRule } from "./sections.ts";

const NO_PATH = "This can't be used as a URL. Use the letters a to z, digits and hyphens.";
const takenPath = (slug: string) =>
  `/${slug} is used by the site itself. Choose another URL, such as /${slug.replace(/.*\//, "")}-page.`;

/**
 * A landing page as posted by its form. If the URL is empty, it's generated from the title.
 * Without `published`, a new page is published and an existing one keeps its state (decision 0035.21).
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
    without_menus: z.stringbool().optional(),
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
