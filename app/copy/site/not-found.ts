// Text for the 404 and 410 pages (SPEC 2).
import { link, texts } from "./parts.ts";

export const notFound = texts({
  seo: {
    meta_title: "Page Not Found | SEO Pro Zone",
    meta_description:
      "The page you requested could not be found. Visit our services, case studies or contact page, or return to the SEO Pro Zone home page instead.",
    meta_keywords: "page not found, 404",
    is_indexable: false,
    is_followable: true,
  },
  hero: {
    code: "404",
    title: "Oops! Page not found",
    text: "This page may have moved, or it never existed. The links below will get you back on track.",
    home_label: "Return to Home",
    home_href: link("/"),
    links_label: "People also look for",
    links: [
      {
        label: "Services",
        href: link("/services"),
      },
      {
        label: "Case Studies",
        href: link("/case-studies"),
      },
      {
        label: "Contact",
        href: link("/contact"),
      },
    ],
  },
  gone: {
    title: "This page is gone",
    text: "It was permanently removed. Use the menu above to find what you need.",
    home_label: "Return to Home",
    home_href: link("/"),
  },
});
