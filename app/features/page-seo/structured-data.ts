// Structured data (schema.org, JSON-LD): only what the page itself shows, no ratings, no promises (decisions 0035.26,
// 0035.27).
import type { MetaDescriptor } from "react-router";

export type Thing = { "@type": string | string[]; [property: string]: unknown };

type Json = Extract<MetaDescriptor, { "script:ld+json": unknown }>["script:ld+json"];

/**
 * Returns the page's graph as a data block. Data blocks don't run, so the content security policy allows them; `<`
 * is escaped when it's written.
 */
export function structuredData(...things: (Thing | null)[]): MetaDescriptor {
  const graph = things.filter((thing) => thing !== null);
  // Through JSON, which drops undefined values.
  const json: Json = JSON.parse(JSON.stringify({ "@context": "https://schema.org", "@graph": graph }));
  return { "script:ld+json": json };
}

/**
 * Removes hidden pages from structured data, including breadcrumb steps.
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
 * Adds the image that the owner chose for a page, which search engines prefer to those they find.
 * @param page its absolute URL
 * @param image the image's URL
 */
export function withImage(things: readonly Thing[], page: string, image: string): Thing[] {
  const primaryImageOfPage = { "@type": "ImageObject", url: image };
  const isPage = (thing: Thing) => thing["@type"] === "AboutPage" && thing.url === page;
  if (things.some(isPage))
    return things.map((thing) => (isPage(thing) ? { ...thing, primaryImageOfPage } : thing));
  return [...things, { "@type": "WebPage", "@id": `${page}#page`, url: page, primaryImageOfPage }];
}

/** Returns how other pages' data refers to the agency. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
/** Returns how a page's data refers to the website. */
export const websiteId = (siteUrl: string) => `${siteUrl}/#website`;
/** The agency's logo: an absolute URL, and its size in pixels if known. */
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
 * Returns the page's breadcrumb, as shown.
 * @param site.homeLabel the first step's label
 * @param steps from below the home page to this page, each with its path
 */
export function breadcrumbData(
  { siteUrl, homeLabel }: { siteUrl: string; homeLabel: string },
  steps: readonly { label: string; path: string }[],
) {
  const trail = [{ label: homeLabel, path: "/" }, ...steps];
  return breadcrumb(trail.map(({ label, path }) => ({ name: label, item: siteUrl + path })));
}

type Publisher = { siteUrl: string; siteName: string; logo: Logo };

/** Returns the agency and the website as other things refer to them: search engines read each page separately. */
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
  /** from the root */
  path: string;
  title: string;
  description: string;
  /** its own image, an absolute URL; otherwise `drawn` */
  ownImage?: string;
  /** the generated share image, an absolute URL */
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
 * Returns a blog post with its author: the agency or a person.
 * @param post.person the author's place on the Team page, if there is one
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

/** Returns the list of posts, with those it shows. */
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

/** Its graph must have the agency (`organizationData`). */
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

/** Returns a case study: an article by the agency about its work for a client. */
export function caseStudyData(study: Written & { industry: string }): Thing {
  return {
    ...written("Article", study),
    articleSection: study.industry || undefined,
    author: publisher(study),
  };
}

const UNITS: Record<string, string> = { month: "MON", hour: "HUR" };
const FIXED_PRICE = /^\$\s*([\d,]+(?:\.\d+)?)\s*\/\s*(month|hour)$/i;

/** Returns a displayed price: "$1,299/month" is 1299 per month; null if it isn't a fixed price. */
export function readPrice(price: string | null | undefined) {
  const [, amount, unit] = FIXED_PRICE.exec(price?.trim() ?? "") ?? [];
  if (!amount || !unit) return null;
  return { price: amount.replaceAll(",", ""), unitCode: UNITS[unit.toLowerCase()]! };
}

/**
 * Returns a service, with an offer only if all displayed prices agree.
 * @param service.prices from its card and its page ("$1299/month", "$1,299/month"); "from …", a different price or
 * none makes no offer
 */
export function serviceData(service: {
  siteUrl: string;
  siteName: string;
  path: string;
  name: string;
  description: string;
  prices: readonly (string | null | undefined)[];
  /** if its name says more, such as a city */
  serviceType?: string;
  /** the place it's offered in; empty or absent for any */
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

/**
 * Returns the services of an overview, in displayed order.
 * @param offered each with its path
 */
export const serviceListData = (siteUrl: string, offered: readonly { name: string; path: string }[]): Thing =>
  serviceList(offered.map(({ name, path }) => ({ name, url: siteUrl + path })));
