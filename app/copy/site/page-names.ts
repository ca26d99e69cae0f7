import type { PageName } from "./pages.ts";

/** SPEC 9, "Pages tab list", in its order; two of them have no page that visitors can open (decision 0035.7). */
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

/** The public pages that are missing from the spec's list come after it (decision 0035.7). */
export const LISTED_PAGES = [
  ...SPEC_PAGES,
  "privacy",
  "terms",
  "sitemap",
  "audit-method",
] as const satisfies (PageName | "services/shopify-seo" | "services/woocommerce-seo")[];

/** A page name on the Pages tab. */
export type ListedPage = (typeof LISTED_PAGES)[number];
