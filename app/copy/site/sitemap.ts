import { link, texts } from "./parts.ts";
import { DIGITAL_PR_LINK, SEO_SERVICE_LINKS } from "./service-links.ts";

export const sitemap = texts({
  seo: {
    meta_title: "Sitemap: All Pages and Case Studies | SEO Pro Zone",
    meta_description:
      "A list of the pages on the SEO Pro Zone website: main pages, SEO services, every published case study and our legal information.",
    meta_keywords: "sitemap, SEO Pro Zone pages, site overview",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    title: "Sitemap",
    subtitle: "Main pages, services, case studies and our newest articles in one place.",
  },
  main_pages: {
    title: "Main Pages",
    items: [
      {
        label: "Home",
        href: link("/"),
      },
      {
        label: "About Us",
        href: link("/about"),
      },
      {
        label: "Our Team",
        href: link("/team"),
      },
      {
        label: "SEO News",
        href: link("/blog"),
      },
      {
        label: "Contact",
        href: link("/contact"),
      },
      {
        label: "How We Check a Website",
        href: link("/audit-method"),
      },
    ],
  },
  services: {
    title: "Services",
    items: [
      {
        label: "All Services",
        href: link("/services"),
      },
      ...SEO_SERVICE_LINKS,
      DIGITAL_PR_LINK,
    ],
  },
  case_studies: {
    title: "Case Studies",
    all_label: "All Case Studies",
    all_href: link("/case-studies"),
  },
  legal_pages: {
    title: "Legal Pages",
    items: [
      {
        label: "Privacy Policy",
        href: link("/privacy"),
      },
      {
        label: "Terms of Service",
        href: link("/terms"),
      },
    ],
  },
  /** below SPEC 2's four groups; only if there are posts */
  articles: {
    title: "Newest Articles",
    all_label: "All Articles",
    all_href: link("/blog"),
  },
  actions: {
    title: "Looking for Something Else?",
    contact_label: "Contact Us",
    contact_href: link("/contact"),
    home_label: "Back to Home",
    home_href: link("/"),
  },
});
