// Every page that has texts, by the spec's name of it (SPEC 9), so that an address (page, section, key) can be found.
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

/** The built-in texts of every page with an address: in the spec's order first, then those that its list lacks. */
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

/** Everything that has texts: the pages, and the parts around each of them. */
export const copy = { ...pages, header, footer };

/** A page with an address and therefore with an SEO row, by the spec's name of it. */
export type PageName = keyof typeof pages;

/** The first part of a text's address. */
export type CopyName = keyof typeof copy;
