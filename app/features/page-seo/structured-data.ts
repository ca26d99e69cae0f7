// Structured data contains only what the page shows: no ratings, no promises (decisions 0035.26, 0035.27).
import type { MetaDescriptor } from "react-router";

export type Thing = { "@type": string | string[]; [property: string]: unknown };

type Json = Extract<MetaDescriptor, { "script:ld+json": unknown }>["script:ld+json"];

/**
 * Returns a data block, which the content security policy allows because it isn't code. `<` is escaped later.
 */
export function structuredData(...things: (Thing | null)[]): MetaDescriptor {
  const graph = things.filter((thing) => thing !== null);
  // JSON drops undefined values.
  const json: Json = JSON.parse(JSON.stringify({ "@context": "https://schema.org", "@graph": graph }));
  return { "script:ld+json": json };
}

/**
 * Removes hidden services, and removes links to hidden pages from breadcrumbs, service lists and authors.
 * @param hidden absolute URLs
 */
export function withoutPages(things: readonly Thing[], hidden: readonly string[]): Thing[] {
  if (!hidden.length) return [...things];
  return things
    .filter((thing) => thing["@type"] !== "Service" || !hidden.includes(String(thing.url)))
    .map((thing) => (isBreadcrumb(thing) ? breadcrumb(stepsOf(thing, hidden)) : thing))
    .map((thing) => (isServiceList(thing) ? serviceList(offeredIn(thing, hidden)) : thing))
    .map((thing) => (isByPerson(thing, hidden) ? { ...thing, author: nameOf(thing.author) } : thing));
}

const isBreadcrumb = (thing: Thing): thing is Breadcrumb => thing["@type"] === "BreadcrumbList";
const stepsOf = ({ itemListElement }: Breadcrumb, hidden: readonly string[]) =>
  itemListElement.filter(({ item }) => !hidden.includes(item));

/**
 * Adds the image that the owner chose for search engines.
 * @param page absolute URL
 * @param image absolute URL
 */
export function withImage(things: readonly Thing[], page: string, image: string): Thing[] {
  const primaryImageOfPage = { "@type": "ImageObject", url: image };
  const isPage = (thing: Thing) => thing["@type"] === "AboutPage" && thing.url === page;
  if (things.some(isPage))
    return things.map((thing) => (isPage(thing) ? { ...thing, primaryImageOfPage } : thing));
  return [...things, { "@type": "WebPage", "@id": `${page}#page`, url: page, primaryImageOfPage }];
}

/** Returns the agency's id in structured data. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
/** Returns the website's id in structured data. */
export const websiteId = (siteUrl: string) => `${siteUrl}/#website`;
/** `url` is absolute; sizes are in pixels. */
export type Logo = { url: string; width?: number; height?: number };
export const logoData = (logo: Logo) => ({ "@type": "ImageObject", ...logo });

const isServiceList = (thing: Thing): thing is ServiceList => thing["@type"] === "ItemList";
const offeredIn = ({ itemListElement }: ServiceList, hidden: readonly string[]) =>
  itemListElement.filter(({ url }) => !hidden.includes(url));

type ByPerson = Thing & { author: { "@type": string; name: string; url: string } };
const isByPerson = (thing: Thing, hidden: readonly string[]): thing is ByPerson =>
  hidden.includes(((thing.author as ByPerson["author"] | undefined)?.url ?? "").replace(/#.*/, ""));
const nameOf = ({ url: _, ...author }: ByPerson["author"]) => author;

type Step = { name: string; item: string };
type Breadcrumb = Thing & { itemListElement: Step[] };

const breadcrumb = (steps: readonly Step[]): Breadcrumb => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, item }, i) => ({ "@type": "ListItem", position: i + 1, name, item })),
});

/**
 * Returns the page's breadcrumb.
 * @param site.homeLabel the first step's label
 * @param steps the other steps; the last one is this page
 */
export function breadcrumbData(
  { siteUrl, homeLabel }: { siteUrl: string; homeLabel: string },
  steps: readonly { label: string; path: string }[],
) {
  const trail = [{ label: homeLabel, path: "/" }, ...steps];
  return breadcrumb(trail.map(({ label, path }) => ({ name: label, item: siteUrl + path })));
}

type Publisher = { siteUrl: string; siteName: string; logo: Logo };

/** An id isn't enough, because search engines read each page separately. */
const publisher = ({ siteUrl, siteName, logo }: Publisher) => ({
  "@type": "Organization",
  "@id": organizationId(siteUrl),
  name: siteName,
  url: `${siteUrl}/`,
  logo: logoData(logo),
});
export const website = ({ siteUrl, siteName }: Pick<Publisher, "siteUrl" | "siteName">) => ({
  "@type": "WebSite",
  "@id": websiteId(siteUrl),
  name: siteName,
  url: `${siteUrl}/`,
});

type Written = Publisher & {
  path: string;
  title: string;
  description: string;
  /** absolute URL */
  ownImage?: string;
  /** absolute URL */
  drawn: string;
  /** absent if the page shows another date (decision 0035.4) */
  dates?: { created_at: Date; updated_at: Date };
};

const datesOf = ({ created_at, updated_at }: NonNullable<Written["dates"]>) => ({
  datePublished: created_at.toISOString(),
  dateModified: new Date(Math.max(updated_at.getTime(), created_at.getTime())).toISOString(),
});

const written = (type: string, of: Written): Thing => ({
  "@type": type,
  "@id": `${of.siteUrl}${of.path}#article`,
  headline: of.title,
  description: of.description || undefined,
  url: of.siteUrl + of.path,
  mainEntityOfPage: of.siteUrl + of.path,
  image: of.ownImage ?? of.drawn,
  inLanguage: "en-US",
  ...(of.dates && datesOf(of.dates)),
  publisher: publisher(of),
  isPartOf: website(of),
});

/**
 * Returns structured data about a blog post.
 * @param post.person the author's entry on the team page, if there is one
 */
export function blogPostingData(
  post: Written & {
    author: string;
    category: string;
    person?: { path: string; position: string; image?: string } | null;
  },
): Thing {
  const { siteUrl, person } = post;
  const isOwn = post.author.trim().toLowerCase() === post.siteName.trim().toLowerCase();
  return {
    ...written("BlogPosting", post),
    articleSection: post.category || undefined,
    author: isOwn
      ? publisher(post)
      : {
          "@type": "Person",
          name: post.author,
          url: person ? siteUrl + person.path : undefined,
          jobTitle: person?.position || undefined,
          image: person?.image,
        },
  };
}

/** Returns structured data about the blog and the listed posts. */
export function blogData(
  blog: Publisher & {
    path: string;
    name: string;
    description: string;
    posts: readonly { title: string; path: string }[];
  },
): Thing {
  const { siteUrl, path, name, description, posts } = blog;
  return {
    "@type": "Blog",
    "@id": `${siteUrl}${path}#blog`,
    name,
    description: description || undefined,
    url: siteUrl + path,
    inLanguage: "en-US",
    publisher: publisher(blog),
    blogPost: posts.map(({ title, path }) => ({
      "@type": "BlogPosting",
      "@id": `${siteUrl}${path}#article`,
      headline: title,
      url: siteUrl + path,
    })),
  };
}

/** Returns an AboutPage. The same graph must contain `organizationData`. */
export const aboutPageData = (page: {
  siteUrl: string;
  siteName: string;
  path: string;
  name: string;
  description: string;
}): Thing => ({
  "@type": "AboutPage",
  name: page.name,
  description: page.description || undefined,
  url: page.siteUrl + page.path,
  inLanguage: "en-US",
  isPartOf: website(page),
  mainEntity: { "@id": organizationId(page.siteUrl) },
});

/** Returns structured data that describes a case study as an article by the agency. */
export function caseStudyData(study: Written & { industry: string }): Thing {
  return {
    ...written("Article", study),
    articleSection: study.industry || undefined,
    author: publisher(study),
  };
}

const UNITS: Record<string, string> = { month: "MON", hour: "HUR" };
const FIXED_PRICE = /^\$\s*([\d,]+(?:\.\d+)?)\s*\/\s*(month|hour)$/i;

/** Parses "$1,299/month" into 1299 per month. Returns null if the price isn't fixed. */
export function readPrice(price: string | null | undefined) {
  const [, amount, unit] = FIXED_PRICE.exec(price?.trim() ?? "") ?? [];
  if (!amount || !unit) return null;
  return { price: amount.replaceAll(",", ""), unitCode: UNITS[unit.toLowerCase()]! };
}

/** Returns structured data about a service, with an offer only if all displayed prices are fixed and equal. */
export function serviceData(service: {
  siteUrl: string;
  siteName: string;
  path: string;
  name: string;
  description: string;
  prices: readonly (string | null | undefined)[];
  /** the type of service alone, if the name also contains something else, such as a city */
  serviceType?: string;
  areaServed?: string;
}): Thing {
  const { siteUrl, siteName, path, name, description, prices, serviceType = name, areaServed } = service;
  const [first, ...others] = prices.map(readPrice);
  const holds = first && others.every((one) => one?.price === first.price && one.unitCode === first.unitCode);
  return {
    "@type": "Service",
    "@id": `${siteUrl}${path}#service`,
    name,
    serviceType,
    areaServed: areaServed ? { "@type": "Place", name: areaServed } : undefined,
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

type ServiceList = Thing & { itemListElement: { name: string; url: string }[] };

const serviceList = (offered: readonly { name: string; url: string }[]): ServiceList => ({
  "@type": "ItemList",
  itemListElement: offered.map(({ name, url }, i) => ({ "@type": "ListItem", position: i + 1, name, url })),
});

/** Returns structured data about the services on an overview page, in the order shown there. */
export const serviceListData = (siteUrl: string, offered: readonly { name: string; path: string }[]): Thing =>
  serviceList(offered.map(({ name, path }) => ({ name, url: siteUrl + path })));
