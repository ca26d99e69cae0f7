// All pages with texts, by their name in the spec (SPEC 9).
import { about } from "./about.ts";
import { auditMethod } from "./audit-method.ts";
import { blog } from "./blog.ts";
import { caseStudies } from "./case-studies.ts";
import { contact } from "./contact.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import { home } from "./home.ts";
import { privacy, terms } from "./legal.ts";
import { notFound } from "./not-found.ts";
import { digitalPr } from "./services/digital-pr.ts";
import { ecommerceSeo } from "./services/ecommerce-seo.ts";
import { gbpOptimization } from "./services/gbp-optimization.ts";
import { localSeo } from "./services/local-seo.ts";
import { nationalSeo } from "./services/national-seo.ts";
import { seoConsulting } from "./services/seo-consulting.ts";
import { technicalSeo } from "./services/technical-seo.ts";
import { services } from "./services.ts";
import { sitemap } from "./sitemap.ts";
import { team } from "./team.ts";

/** Built-in texts of every page with a URL: the spec's list first, then the others. */
export const pages = {
  home,
  about,
  services,
  "case-studies": caseStudies,
  team,
  blog,
  contact,
  "services/local-seo": localSeo,
  "services/ecommerce-seo": ecommerceSeo,
  "services/national-seo": nationalSeo,
  "services/seo-consulting": seoConsulting,
  "services/gbp-optimization": gbpOptimization,
  "services/technical-seo": technicalSeo,
  "services/digital-pr": digitalPr,
  privacy,
  terms,
  sitemap,
  "audit-method": auditMethod,
  "not-found": notFound,
};

export const copy = { ...pages, header, footer };

/** A page with a URL and therefore SEO settings, by its name in the spec. */
export type PageName = keyof typeof pages;

/** The first part of a text key. */
export type CopyName = keyof typeof copy;
