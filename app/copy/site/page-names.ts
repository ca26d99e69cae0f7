import type { PageName } from "./pages.ts";

/** SPEC 9's "Pages tab list", in its order. Two of them have no public page (decision 0035.7). */
const SPEC_PAGES = [
  "home",
  "about",
  "services",
  "case-studies",
  "team",
  "blog",
  "contact",
  "services/local-seo",
  "services/ecommerce-seo",
  "services/national-seo",
  "services/seo-consulting",
  "services/gbp-optimization",
  "services/technical-seo",
  "services/shopify-seo",
  "services/woocommerce-seo",
  "services/digital-pr",
] as const;

/** The spec's list, followed by the public pages it lacks (decision 0035.7). */
export const LISTED_PAGES = [
  ...SPEC_PAGES,
  "privacy",
  "terms",
  "sitemap",
  "audit-method",
] as const satisfies (PageName | "services/shopify-seo" | "services/woocommerce-seo")[];

export type ListedPage = (typeof LISTED_PAGES)[number];
