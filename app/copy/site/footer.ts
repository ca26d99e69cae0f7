// Text for the footer (SPEC 2): four columns and the bottom line.
import { computed, link, texts } from "./parts.ts";
import { DIGITAL_PR_LINK, SEO_SERVICE_LINKS } from "./service-links.ts";

export const footer = texts({
  about: {
    title: "{site}",
    text: "Your trusted partner for comprehensive SEO services. We help businesses grow their online presence and dominate search results.",
    social_label: "Follow {site}",
  },
  quick_links: {
    title: "Quick Links",
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
        label: "Case Studies",
        href: link("/case-studies"),
      },
      {
        label: "SEO News",
        href: link("/blog"),
      },
      {
        label: "Free SEO Audit",
        href: link("/#audit-form"),
      },
      {
        label: "Contact",
        href: link("/contact"),
      },
    ],
  },
  services: {
    title: "Our Services",
    items: [...SEO_SERVICE_LINKS, DIGITAL_PR_LINK],
  },
  contact: {
    title: "Contact Info",
    phone_label: "Phone",
    email_label: "Email",
    address_label: "Address",
    address_lines: computed(["1200 Sample Street, Suite 500", "New York, NY 10000"]),
  },
  /** only with tracking: the cookie banner, and the button that reopens it */
  consent: {
    title: "Cookies",
    text: "May we use cookies to measure how people find and use this website? It works the same either way.",
    policy_label: "Privacy Policy",
    accept_label: "Accept",
    decline_label: "Decline",
    settings_label: "Cookie settings",
  },
  bottom: {
    copyright: "© 2025 {site}. All rights reserved.",
    links: [
      {
        label: "Privacy Policy",
        href: link("/privacy"),
      },
      {
        label: "Terms of Service",
        href: link("/terms"),
      },
      {
        label: "Sitemap",
        href: link("/sitemap"),
      },
    ],
  },
});
