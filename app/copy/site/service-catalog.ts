// Facts about services that the owner can't edit (SPEC 2, 7, 9). Prices and texts are website content
// (decisions 0035.6, 0035.15).
import { looseKey } from "../../platform/text/loose-key.ts";

/** In menu order. */
export const services = [
  {
    slug: "local-seo",
    name: "Local SEO",
    nav_group: "SEO Services",
    guarantee: "30-day money-back guarantee",
    related_industries: [
      "Restaurant",
      "Law Firm",
      "Healthcare",
      "Education",
      "Finance",
      "Home Improvement",
      "Real Estate",
      "Local Business",
      "Medical",
      "Legal",
    ],
    inquiry_option: "Local SEO",
  },
  {
    slug: "ecommerce-seo",
    name: "E-commerce SEO",
    nav_group: "SEO Services",
    guarantee: "3:1 return within 90 days",
    related_industries: ["E-commerce", "Ecommerce", "E-Commerce"],
    inquiry_option: "E-commerce SEO",
  },
  {
    slug: "national-seo",
    name: "National SEO",
    nav_group: "SEO Services",
    guarantee: "Top-10 within 12 months",
    related_industries: ["National SEO", "National"],
    inquiry_option: "National SEO",
  },
  {
    slug: "seo-consulting",
    name: "SEO Consulting",
    nav_group: "SEO Services",
    guarantee: null,
    related_industries: ["SEO Consulting", "Consulting"],
    inquiry_option: "SEO Consulting",
  },
  {
    slug: "gbp-optimization",
    name: "GBP Optimization",
    nav_group: "SEO Services",
    guarantee: "Visibility within 30 days",
    related_industries: ["GBP Optimization", "Local Business", "Google Business Profile"],
    inquiry_option: "GBP Optimization",
  },
  {
    slug: "technical-seo",
    name: "Technical SEO",
    nav_group: "SEO Services",
    guarantee: null,
    related_industries: ["Technical SEO", "Technical", "SaaS"],
    inquiry_option: "Technical SEO",
  },
  {
    slug: "digital-pr",
    name: "Digital PR",
    nav_group: "Link Building Services",
    guarantee: null,
    related_industries: ["Digital PR", "PR", "Public Relations"],
    inquiry_option: "Digital PR",
  },
] as const satisfies readonly ServiceFacts[];

export type Service = (typeof services)[number];

type ServiceFacts = {
  slug: string;
  name: string;
  /** group in the Services dropdown */
  nav_group: "SEO Services" | "Link Building Services";
  /** short name of the guarantee, never used in titles, descriptions or structured data (decision 0035.26) */
  guarantee: string | null;
  /** industries whose case studies the page shows (SPEC 7); matching ignores case and hyphens */
  related_industries: readonly string[];
  /** option that the page's enquiry form preselects (decision 0035.19) */
  inquiry_option: string;
};

export const findService = (slug: string): Service | undefined => services.find((one) => one.slug === slug);

/** Returns the services whose pages show case studies from an industry (SPEC 7). */
export function servicesOfIndustry(name: string): Service[] {
  const key = looseKey(name);
  return services.filter((one) => one.related_industries.some((listed) => looseKey(listed) === key));
}

/** Returns the form options, and adds the page's own service if it's missing (decision 0035.19). */
export function withOwnService(options: readonly string[], { inquiry_option }: Service): readonly string[] {
  return options.includes(inquiry_option) ? options : [...options, inquiry_option];
}

export const OPTION_OF: Record<string, string> = Object.fromEntries(
  services.map(({ slug, inquiry_option }) => [slug, inquiry_option]),
);
