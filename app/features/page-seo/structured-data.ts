// Structured data (schema.org, JSON-LD): only what the page itself shows, no ratings, no promises (DECISIONS 26, 27).
import type { MetaDescriptor } from "react-router";
import { shareImageUrl } from "./share-image-url.ts";

/** One thing of a page's graph. */
export type Thing = { "@type": string | string[]; [property: string]: unknown };

type Json = Extract<MetaDescriptor, { "script:ld+json": unknown }>["script:ld+json"];

/**
 * The page's graph as one data block of its head. A data block is not run, so the Content-Security-Policy lets it
 * stand; `<` in it is escaped where it is written.
 */
export function structuredData(...things: (Thing | null)[]): MetaDescriptor {
  const graph = things.filter((thing) => thing !== null);
  // Through JSON: what is undefined is not there.
  const json: Json = JSON.parse(JSON.stringify({ "@context": "https://schema.org", "@graph": graph }));
  return { "script:ld+json": json };
}

/**
 * Takes pages out of structured data: what is about them, and their steps in breadcrumbs.
 * @param hidden absolute addresses
 */
export function withoutPages(things: readonly Thing[], hidden: readonly string[]): Thing[] {
  if (!hidden.length) return [...things];
  return things
    .filter((thing) => thing["@type"] !== "Service" || !hidden.includes(String(thing.url)))
    .map((thing) => (isBreadcrumb(thing) ? breadcrumb(stepsOf(thing, hidden)) : thing));
}

const isBreadcrumb = (thing: Thing): thing is Breadcrumb => thing["@type"] === "BreadcrumbList";
const stepsOf = ({ itemListElement }: Breadcrumb, hidden: readonly string[]) =>
  itemListElement.filter(({ item }) => !hidden.includes(item));

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
const websiteId = (siteUrl: string) => `${siteUrl}/#website`;
const logo = (siteUrl: string) => ({
  "@type": "ImageObject",
  url: `${siteUrl}/icon-512.png`,
  width: 512,
  height: 512,
});

/** The facts of the business that a page shows. */
export type Business = {
  siteUrl: string;
  name: string;
  description?: string;
  phone?: string;
  email?: string;
  /** on one line, as the page shows it */
  address?: string;
  /** addresses of its profiles */
  profiles?: readonly string[];
  /** days of the week from 0 = Sunday, and minutes after midnight; null: closed all day */
  hours?: readonly { days: readonly number[]; open: { from: number; to: number } | null }[];
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The agency itself. */
export function organizationData(business: Business): Thing {
  const { siteUrl, name, description, phone, email, address, profiles, hours } = business;
  const opening = hours?.flatMap(({ days, open }) =>
    open
      ? [
          {
            "@type": "OpeningHoursSpecification",
            dayOfWeek: days.map((day) => DAYS[day]),
            opens: clock(open.from),
            closes: clock(open.to),
          },
        ]
      : [],
  );
  return {
    "@type": ["Organization", "ProfessionalService"],
    "@id": organizationId(siteUrl),
    name,
    url: `${siteUrl}/`,
    description: description || undefined,
    logo: logo(siteUrl),
    image: `${siteUrl}/icon-512.png`,
    telephone: phone || undefined,
    email: email || undefined,
    address: address || undefined,
    sameAs: profiles?.length ? profiles : undefined,
    openingHoursSpecification: opening?.length ? opening : undefined,
  };
}

/** The website as a whole; search engines take its name from the home page. */
export function websiteData({ siteUrl, name }: Pick<Business, "siteUrl" | "name">): Thing {
  return {
    "@type": "WebSite",
    "@id": websiteId(siteUrl),
    name,
    url: `${siteUrl}/`,
    inLanguage: "en-US",
    publisher: { "@id": organizationId(siteUrl) },
  };
}

type Step = { name: string; item: string };
type Breadcrumb = Thing & { itemListElement: Step[] };

const breadcrumb = (steps: readonly Step[]): Breadcrumb => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, item }, i) => ({ "@type": "ListItem", position: i + 1, name, item })),
});

/**
 * The page's breadcrumb.
 * @param steps from below the home page to this page, each with its path
 */
export function breadcrumbData(siteUrl: string, steps: readonly { label: string; path: string }[]) {
  const trail = [{ label: new URL(siteUrl).host, path: "/" }, ...steps];
  return breadcrumb(trail.map(({ label, path }) => ({ name: label, item: siteUrl + path })));
}

const publisher = ({ siteUrl, siteName }: Written) => ({
  "@type": "Organization",
  "@id": organizationId(siteUrl),
  name: siteName,
  url: `${siteUrl}/`,
  logo: logo(siteUrl),
});

type Written = {
  siteUrl: string;
  siteName: string;
  /** from the root */
  path: string;
  title: string;
  description: string;
  /** the record's own dates, whatever the page shows (DECISIONS 4) */
  created_at: Date;
  updated_at: Date;
};

const written = (type: string, of: Written): Thing => ({
  "@type": type,
  "@id": `${of.siteUrl}${of.path}#article`,
  headline: of.title,
  description: of.description || undefined,
  url: of.siteUrl + of.path,
  mainEntityOfPage: of.siteUrl + of.path,
  image: shareImageUrl(of.siteUrl + of.path),
  inLanguage: "en-US",
  datePublished: of.created_at.toISOString(),
  dateModified: new Date(Math.max(of.updated_at.getTime(), of.created_at.getTime())).toISOString(),
  publisher: publisher(of),
  isPartOf: { "@id": websiteId(of.siteUrl) },
});

/** A blog post with its author: the agency itself or a person. */
export function blogPostingData(post: Written & { author: string; category: string }): Thing {
  const isOwn = post.author.trim().toLowerCase() === post.siteName.trim().toLowerCase();
  return {
    ...written("BlogPosting", post),
    articleSection: post.category || undefined,
    author: isOwn ? publisher(post) : { "@type": "Person", name: post.author },
  };
}

/** A case study: an article of the agency's about its work for a client. */
export function caseStudyData(study: Written & { industry: string }): Thing {
  return {
    ...written("Article", study),
    articleSection: study.industry || undefined,
    author: publisher(study),
  };
}

const UNITS: Record<string, string> = { month: "MON", hour: "HUR" };
const FIXED_PRICE = /^\$\s*([\d,]+(?:\.\d+)?)\s*\/\s*(month|hour)$/i;

function readPrice(price: string | null | undefined) {
  const [, amount, unit] = FIXED_PRICE.exec(price?.trim() ?? "") ?? [];
  if (!amount || !unit) return null;
  return { price: amount.replaceAll(",", ""), unitCode: UNITS[unit.toLowerCase()]! };
}

/**
 * A service, with an offer only where one price holds: every place that shows a price shows the same one.
 * @param service.prices as its card and its page show them ("$1299/month", "$1,299/month"); "from …", another price
 *   elsewhere or none makes no offer
 */
export function serviceData(service: {
  siteUrl: string;
  siteName: string;
  path: string;
  name: string;
  description: string;
  prices: readonly (string | null | undefined)[];
}): Thing {
  const { siteUrl, siteName, path, name, description, prices } = service;
  const [first, ...others] = prices.map(readPrice);
  const holds = first && others.every((one) => one?.price === first.price && one.unitCode === first.unitCode);
  return {
    "@type": "Service",
    "@id": `${siteUrl}${path}#service`,
    name,
    serviceType: name,
    description: description || undefined,
    url: siteUrl + path,
    provider: { "@type": "Organization", "@id": organizationId(siteUrl), name: siteName, url: `${siteUrl}/` },
    offers: holds
      ? {
          "@type": "Offer",
          url: siteUrl + path,
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price: first.price,
            priceCurrency: "USD",
            unitCode: first.unitCode,
          },
        }
      : undefined,
  };
}
