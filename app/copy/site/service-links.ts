// Links to service pages in the header, the footer and the sitemap page.

import { link } from "./parts.ts";

/** SEO services, in the menu's order. */
export const SEO_SERVICE_LINKS = [
  { label: "Local SEO", href: link("/services/local-seo") },
  { label: "E-commerce SEO", href: link("/services/ecommerce-seo") },
  { label: "National SEO", href: link("/services/national-seo") },
  { label: "SEO Consulting", href: link("/services/seo-consulting") },
  { label: "GBP Optimization", href: link("/services/gbp-optimization") },
  { label: "Technical SEO", href: link("/services/technical-seo") },
];

export const DIGITAL_PR_LINK = { label: "Digital PR Services", href: link("/services/digital-pr") };
