// Text for the footer (SPEC 2): four columns and the bottom line.
import type { SharedCopy } from "./page-copy.ts";
import { DIGITAL_PR_LINK, SEO_SERVICE_LINKS } from "./service-links.ts";

export const footer = {
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
        label: "Case Studies",
        href: "/case-studies",
      },
      {
        label: "SEO News",
        href: "/blog",
      },
      {
        label: "Free SEO Audit",
        href: "/#audit-form",
      },
      {
        label: "Contact",
        href: "/contact",
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
    address_lines: ["1200 Sample Street, Suite 500", "New York, NY 10000"],
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
        href: "/privacy",
      },
      {
        label: "Terms of Service",
        href: "/terms",
      },
      {
        label: "Sitemap",
        href: "/sitemap",
      },
    ],
  },
} satisfies SharedCopy;
