import type { PageCopy } from "./page-copy.ts";
import { DIGITAL_PR_LINK, SEO_SERVICE_LINKS } from "./service-links.ts";

export const sitemap = {
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
    subtitle: "Main pages, services and case studies in one place.",
  },
  main_pages: {
    title: "Main Pages",
    items: [
      {
        label: "Home",
        href: "/",
      },
      {
        label: "About Us",
        href: "/about",
      },
      {
        label: "Our Team",
        href: "/team",
      },
      {
        label: "SEO News",
        href: "/blog",
      },
      {
        label: "Contact",
        href: "/contact",
      },
    ],
  },
  services: {
    title: "Services",
    items: [
      {
        label: "All Services",
        href: "/services",
      },
      ...SEO_SERVICE_LINKS,
      DIGITAL_PR_LINK,
    ],
  },
  case_studies: {
    title: "Case Studies",
    all_label: "All Case Studies",
    all_href: "/case-studies",
  },
  legal_pages: {
    title: "Legal Pages",
    items: [
      {
        label: "Privacy Policy",
        href: "/privacy",
      },
      {
        label: "Terms of Service",
        href: "/terms",
      },
    ],
  },
  actions: {
    title: "Looking for Something Else?",
    contact_label: "Contact Us",
    contact_href: "/contact",
    home_label: "Back to Home",
    home_href: "/",
  },
} satisfies PageCopy;
