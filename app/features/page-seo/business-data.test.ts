import { expect, test } from "vitest";
import { organizationData, postalAddress, priceRange } from "./business-data.ts";
import { structuredData } from "./structured-data.ts";

const siteUrl = "https://www.seo.example";
const logo = { url: `${siteUrl}/icon-512.png` };

test("unknown facts are left out of the structured data", () => {
  const meta = structuredData(organizationData({ siteUrl, name: "Zone", logo }), null);
  const { "@graph": graph } = (meta as { "script:ld+json": { "@graph": object[] } })["script:ld+json"];
  expect(graph).toHaveLength(1);
  expect(Object.keys(graph[0]!)).not.toEqual(expect.arrayContaining(["telephone"]));
  expect(JSON.stringify(meta)).not.toContain("aggregateRating");
});

test("business hours list days and times, without closed days", () => {
  const thing = organizationData({
    ...{ siteUrl, name: "Zone", logo },
    hours: [
      { days: [1, 2], open: { from: 540, to: 1080 } },
      { days: [0], open: null },
    ],
  });
  expect(thing.openingHoursSpecification).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Monday", "Tuesday"],
      opens: "09:00",
      closes: "18:00",
    },
  ]);
});

test("a US address is split into parts, and others stay as written", () => {
  expect(postalAddress("1200 Sample Street, Suite 500,  New York, NY 10000")).toEqual({
    "@type": "PostalAddress",
    streetAddress: "1200 Sample Street, Suite 500",
    addressLocality: "New York",
    addressRegion: "NY",
    postalCode: "10000",
    addressCountry: "US",
  });
  expect(postalAddress("1 Main St, Austin, TX 73301-0001, USA")).toMatchObject({
    addressLocality: "Austin",
    postalCode: "73301-0001",
  });
  expect(postalAddress("Lindenstraße 9, 10969 Berlin")).toEqual({
    "@type": "PostalAddress",
    streetAddress: "Lindenstraße 9, 10969 Berlin",
  });
  expect(postalAddress("  ")).toBeNull();
});

test("only a US address sets the country served", () => {
  const served = (address: string) => organizationData({ siteUrl, name: "Zone", logo, address }).areaServed;
  expect(served("1 Main St, Austin, TX 73301")).toEqual({ "@type": "Country", name: "United States" });
  expect(served("Lindenstraße 9, 10969 Berlin")).toBeUndefined();
});

test("the price range goes from the lowest monthly price to the highest", () => {
  expect(priceRange(["$799/month", "$1299/month", "$199/hour", "from $1999/month"])).toBe(
    "$799 - $1,299 per month",
  );
  expect(priceRange(["$799/month"])).toBe("$799 per month");
  expect(priceRange(["On request"])).toBeUndefined();
});
