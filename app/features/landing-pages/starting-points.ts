import { findService } from "../../copy/site/service-catalog.ts";
import { slugify } from "../../platform/text/slug.ts";
import { sectionWith } from "./models.ts";
import { FORM_LINK, formatSections, HERO_FORM_LINK, type Section } from "./sections.ts";

export const STARTS = ["city", "industry", "campaign", "blank"] as const;
export type Start = (typeof STARTS)[number];

/** Empty answers become placeholders such as {city}. */
export type StartFacts = { service: string; city: string; state: string; industry: string };

type Begun = { title: string; slug: string; area: string; sections: Section[] };

const CONSULTATION = { label: "Get a free consultation", href: FORM_LINK };

/** Returns the initial values of a new page's form. */
export function startWith(start: Start, facts: StartFacts) {
  const { area, sections, ...begun } = BUILD[start](facts);
  const isCampaign = start === "campaign";
  return {
    ...{ ...begun, area, service: facts.service, sections: formatSections(sections) },
    ...{ menu_label: "", sort: 0, in_header: false, in_footer: false },
    ...{ in_sitemap: !isCampaign, in_related: start === "city" || start === "industry" },
    without_menus: isCampaign,
  };
}

const nameOf = (slug: string) => findService(slug)?.name ?? "SEO";
const below = (service: string, slug: string) => (service ? `services/${service}/${slug}` : slug);

const BUILD: Record<Start, (facts: StartFacts) => Begun> = {
  blank: () => ({
    title: "",
    slug: "",
    area: "",
    sections: [sectionWith("hero"), sectionWith("text"), sectionWith("form")],
  }),
  city(facts) {
    const service = nameOf(facts.service);
    const city = facts.city || "{city}";
    const state = facts.state || (facts.city ? "" : "{state}");
    return {
      title: `${service} in ${city}`,
      slug: below(facts.service, facts.city ? slugify(facts.city) : ""),
      area: [city, state].filter(Boolean).join(", "),
      sections: [
        sectionWith("hero", {
          title: `${service} in ${city}`,
          marked_words: city,
          subtitle: `We help ${city} businesses get found by the people who live and work nearby, and turn those searches into calls, bookings and visits.`,
          buttons: [CONSULTATION, { label: "See case studies", href: "/case-studies" }],
          form: "quick",
        }),
        sectionWith("proof"),
        sectionWith("image_text", {
          title: `What makes ${city} different`,
          alt_text: `[Add a photo from ${city}, such as a client's shop front, and say here what it shows]`,
          body: `<p>[Say what you know about this market: the neighborhoods your clients are in, who they compete with, what people search for.]</p><p>[Name a client or a project in ${city}, and what came of it.]</p>`,
        }),
        sectionWith("reasons", { title: `Why ${city} businesses work with us` }),
        sectionWith("case_studies", { title: "Recent results" }),
        sectionWith("testimonials"),
        sectionWith("steps", { title: "How we start" }),
        sectionWith("people"),
        sectionWith("faq", {
          title: `${service} in ${city}: questions people ask`,
          items: [
            {
              question: `How long does ${service} take to work in ${city}?`,
              answer:
                "<p>Most clients see the first movement within three months. Crowded categories take longer, and we'll tell you so before you sign anything.</p>",
            },
            {
              question: `Do I need an office in ${city}?`,
              answer: `<p>To show up on the map, you need an address or a service area there. [Say how you handle businesses that serve ${city} from elsewhere.]</p>`,
            },
            {
              question: "Do you work with our competitors?",
              answer: "<p>[Say whether you take more than one client per category and area.]</p>",
            },
          ],
        }),
        sectionWith("form", { title: `Talk to us about ${city}` }),
      ],
    };
  },
  industry(facts) {
    const service = nameOf(facts.service);
    const industry = facts.industry || "{industry}";
    return {
      title: `${service} for ${industry}`,
      slug: facts.industry ? slugify(`${service} for ${industry}`) : "",
      area: "",
      sections: [
        sectionWith("hero", {
          title: `${service} for ${industry}`,
          marked_words: industry,
          subtitle: `More of the right inquiries for ${industry.toLowerCase()}, from people who are searching for what you do right now.`,
          buttons: [CONSULTATION, { label: "See case studies", href: "/case-studies" }],
          form: "quick",
        }),
        sectionWith("proof"),
        sectionWith("image_text", {
          title: `How people look for ${industry.toLowerCase()}`,
          alt_text: "[Add a photo of a client at work, and say here what it shows]",
          body: "<p>[Say what your clients' customers search for, and what they need to know before they call.]</p><p>[Name the rules of this industry that affect its marketing.]</p>",
        }),
        sectionWith("reasons", { title: `What we do for ${industry.toLowerCase()}` }),
        sectionWith("case_studies", {
          from: "industry",
          industry: facts.industry,
          title: "Results in your industry",
        }),
        sectionWith("testimonials"),
        sectionWith("steps"),
        sectionWith("people"),
        sectionWith("faq", {
          items: [
            {
              question: `Have you worked with ${industry.toLowerCase()} before?`,
              answer: "<p>[Your answer, with an example]</p>",
            },
            {
              question: "How long until we see results?",
              answer:
                "<p>Most clients see the first movement within three months. We agree on what to measure before we start.</p>",
            },
          ],
        }),
        sectionWith("form"),
      ],
    };
  },
  campaign: () => ({
    title: "[Name of the campaign]",
    slug: "",
    area: "",
    sections: [
      sectionWith("hero", { buttons: [], form: "quick", title: "[Your offer, in eight words or so]" }),
      sectionWith("proof"),
      sectionWith("reasons", { title: "What you get" }),
      sectionWith("stats"),
      sectionWith("testimonials", { from: "latest" }),
      sectionWith("faq"),
      sectionWith("call", { button_href: HERO_FORM_LINK }),
    ],
  }),
};
