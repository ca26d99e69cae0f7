import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { isTaken, landingAt, landingSlug } from "../../copy/site/landing-path.ts";
import { findService } from "../../copy/site/service-catalog.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { plain, published, searchFields, text, toggle } from "../fields/fields.ts";
import { type InputOf, kind } from "../fields/kind.ts";
import { sectionsInWords } from "./section-label.ts";
import { formatSections, mapHtml, sectionsRule } from "./sections.ts";

const NO_PATH = "This can't be used as a URL. Use the letters a to z, digits and hyphens.";
const takenPath = (slug: string) =>
  `/${slug} is used by the site itself. Choose another URL, such as /${slug.replace(/.*\//, "")}-page.`;

/** Pages that the owner adds. If the URL is empty, it's generated from the title. */
export const landingPage = kind({
  ...{ name: "landing-pages", noun: "page", form: "landing-page", words: messages.landingPage },
  fields: {
    title: text("Title", requiredText(200, "Enter a title.")),
    slug: plain("URL", optionalText(200)),
    service: {
      ...plain(
        "Service",
        optionalText(100).refine((slug) => slug === "" || findService(slug), "Choose a service."),
      ),
      shown: (stored) => findService(String(stored))?.name,
    },
    area: text("Area served", optionalText(100)),
    sections: {
      ...{ label: "Sections", format: "json", rule: sectionsRule },
      ...{ posted: formatSections, shown: sectionsInWords, mapHtml },
    },
    menu_label: text("Link text", optionalText(60)),
    in_header: toggle("In the header menu"),
    in_footer: toggle("In the footer"),
    in_sitemap: toggle("On the sitemap page"),
    in_related: toggle("On its service's page"),
    without_menus: toggle("Without menus"),
    sort: plain(
      "Order in menus",
      z.coerce
        .number({ error: "Enter a whole number." })
        .int("Enter a whole number.")
        .min(0)
        .max(9_999)
        .default(0),
    ),
    ...searchFields,
    ...published,
  },
  required: ["title"],
  complete(input, context) {
    const slug = landingSlug(input.slug || input.title);
    if (slug && landingAt(`/${slug}`) === slug) return { ...input, slug };
    const message = isTaken(slug) ? takenPath(slug) : NO_PATH;
    context.addIssue({ code: "custom", path: ["slug"], message });
    return z.NEVER;
  },
});

export type LandingPageInput = InputOf<typeof landingPage>;
