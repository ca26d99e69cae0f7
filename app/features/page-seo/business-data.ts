// Structured data about the agency, limited to what the site's pages show.
import { clockTime } from "../../platform/time/opening-hours.ts";
import { type Logo, logoData, organizationId, readPrice, type Thing, websiteId } from "./structured-data.ts";

export type Business = {
  siteUrl: string;
  name: string;
  logo: Logo;
  /** URL of an image other than the logo */
  image?: string;
  description?: string;
  /** with country code */
  phone?: string;
  email?: string;
  /** on one line */
  address?: string;
  /** URLs of social profiles */
  profiles?: readonly string[];
  /** `days` count from 0 (Sunday); `open` is in minutes after midnight, or null if closed all day */
  hours?: readonly { days: readonly number[]; open: { from: number; to: number } | null }[];
  prices?: readonly string[];
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
// A clock never shows 24:00, so closing at midnight becomes 23:59.
const clock = (minutes: number) => clockTime(Math.min(minutes, 24 * 60 - 1));

/** Returns the agency's data, which is the same on every page. */
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
    // A LocalBusiness needs an address. Its subtype ProfessionalService would fit, but Schema.org deprecated it.
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

/** Returns the website's data for the home page, where search engines look for the site's name. */
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

/** Matches "Street, City, ST 12345". */
const UNITED_STATES = /^(.+),\s*([^,]+),\s*([A-Z]{2})\.?\s+(\d{5}(?:-\d{4})?)(?:,\s*(?:USA|United States))?$/;

/**
 * Parses a US address. Any other address stays in one piece.
 * @returns null if the line is empty
 */
export function postalAddress(line: string): (Thing & { addressCountry?: string }) | null {
  const text = line.trim().replace(/\s+/g, " ");
  if (!text) return null;
  const [, streetAddress, addressLocality, addressRegion, postalCode] = UNITED_STATES.exec(text) ?? [];
  if (!streetAddress) return { "@type": "PostalAddress", streetAddress: text };
  const parts = { streetAddress, addressLocality, addressRegion, postalCode };
  return { "@type": "PostalAddress", ...parts, addressCountry: "US" };
}

/** Returns the range of fixed monthly prices, or undefined if there are none. */
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
