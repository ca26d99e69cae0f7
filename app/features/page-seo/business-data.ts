// The agency in structured data: only what its pages show.
import { clockTime } from "../../platform/time/opening-hours.ts";
import { type Logo, logoData, organizationId, readPrice, type Thing, websiteId } from "./structured-data.ts";

export type Business = {
  siteUrl: string;
  name: string;
  logo: Logo;
  /** the URL of an image that shows more than the logo */
  image?: string;
  description?: string;
  /** with its country's code */
  phone?: string;
  email?: string;
  /** on one line, as the page shows it */
  address?: string;
  /** URLs of its profiles */
  profiles?: readonly string[];
  /** days of the week from 0 = Sunday, in minutes after midnight; null: closed all day */
  hours?: readonly { days: readonly number[]; open: { from: number; to: number } | null }[];
  /** as its services' cards show them */
  prices?: readonly string[];
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
// No clock shows 24:00.
const clock = (minutes: number) => clockTime(Math.min(minutes, 24 * 60 - 1));

/** Returns the agency as a whole: the same on every page that has it. */
export function organizationData(business: Business): Thing {
  const { siteUrl, name, description, phone, email, profiles, hours, prices } = business;
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
  const address = postalAddress(business.address ?? "");
  return {
    // ProfessionalService would be closer, but Schema.org deprecated it. A LocalBusiness needs an address.
    "@type": address ? ["Organization", "LocalBusiness"] : "Organization",
    "@id": organizationId(siteUrl),
    name,
    url: `${siteUrl}/`,
    description: description || undefined,
    logo: logoData(business.logo),
    image: business.image ?? business.logo.url,
    telephone: phone || undefined,
    email: email || undefined,
    address: address ?? undefined,
    areaServed: address?.addressCountry === "US" ? { "@type": "Country", name: "United States" } : undefined,
    priceRange: priceRange(prices ?? []),
    sameAs: profiles?.length ? profiles : undefined,
    openingHoursSpecification: opening?.length ? opening : undefined,
  };
}

/** Returns the website as a whole; search engines take its name from the home page. */
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

/** "Street, City, ST 12345", the ending of US addresses. */
const UNITED_STATES = /^(.+),\s*([^,]+),\s*([A-Z]{2})\.?\s+(\d{5}(?:-\d{4})?)(?:,\s*(?:USA|United States))?$/;

/**
 * Parses an address.
 * @param line as the owner writes it on one line; a foreign one stays whole, as its street
 * @returns null if there's none
 */
export function postalAddress(line: string): (Thing & { addressCountry?: string }) | null {
  const text = line.trim().replace(/\s+/g, " ");
  if (!text) return null;
  const [, streetAddress, addressLocality, addressRegion, postalCode] = UNITED_STATES.exec(text) ?? [];
  if (!streetAddress) return { "@type": "PostalAddress", streetAddress: text };
  const parts = { streetAddress, addressLocality, addressRegion, postalCode };
  return { "@type": "PostalAddress", ...parts, addressCountry: "US" };
}

/** Returns the range from the lowest to the highest monthly price; undefined if there's no fixed one. */
export function priceRange(prices: readonly string[]): string | undefined {
  const monthly = prices
    .map(readPrice)
    .flatMap((price) => (price?.unitCode === "MON" ? [Number(price.price)] : []));
  if (monthly.length === 0) return undefined;
  const [low, high] = [Math.min(...monthly), Math.max(...monthly)].map(
    (price) => `$${price.toLocaleString("en-US")}`,
  );
  return low === high ? `${low} per month` : `${low} - ${high} per month`;
}
