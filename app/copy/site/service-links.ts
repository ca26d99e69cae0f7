// Links to service pages in the header, the footer and the sitemap page.

/** SEO services, in the menu's order. */
export const SEO_SERVICE_LINKS = [
  { label: "Local SEO", href: "/services/local-seo" },
  { label: "E-commerce SEO", href: "/services/ecommerce-seo" },
  { label: "National SEO", href: "/services/national-seo" },
  { label: "SEO Consulting", href: "/services/seo-consulting" },
  { label: "GBP Optimization", href: "/services/gbp-optimization" },
  { label: "Technical SEO", href: "/services/technical-seo" },
];

export const DIGITAL_PR_LINK = { label: "Digital PR Services", href: "/services/digital-pr" };
