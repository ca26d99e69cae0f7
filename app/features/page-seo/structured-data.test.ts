import { expect, test } from "vitest";
import {
  blogPostingData,
  breadcrumbData,
  caseStudyData,
  organizationData,
  serviceData,
  structuredData,
} from "./structured-data.ts";

const siteUrl = "https://www.seo.example";
const written = {
  ...{ siteUrl, siteName: "SEO Pro Zone", path: "/blog/a", title: "A", description: "What A is" },
  created_at: new Date("2026-01-02T03:04:05Z"),
  updated_at: new Date("2026-02-03T04:05:06Z"),
};

test("what a page does not know is left out of its data", () => {
  const meta = structuredData(organizationData({ siteUrl, name: "Zone" }), null);
  const { "@graph": graph } = (meta as { "script:ld+json": { "@graph": object[] } })["script:ld+json"];
  expect(graph).toHaveLength(1);
  expect(Object.keys(graph[0]!)).not.toEqual(expect.arrayContaining(["telephone"]));
  expect(JSON.stringify(meta)).not.toContain("aggregateRating");
});

test("business hours name the days and the clock; closed days are not open", () => {
  const thing = organizationData({
    ...{ siteUrl, name: "Zone" },
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

test("a breadcrumb begins at the home page and counts from 1", () => {
  const { itemListElement } = breadcrumbData(siteUrl, [{ label: "SEO News", path: "/blog" }]);
  expect(itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "www.seo.example", item: `${siteUrl}/` },
    { "@type": "ListItem", position: 2, name: "SEO News", item: `${siteUrl}/blog` },
  ]);
});

test("a post carries its author and its real dates; the agency as author is an organization", () => {
  const post = { ...written, author: "Ada Byron", category: "News" };
  expect(blogPostingData(post)).toMatchObject({
    "@type": "BlogPosting",
    author: { "@type": "Person", name: "Ada Byron" },
    datePublished: "2026-01-02T03:04:05.000Z",
    dateModified: "2026-02-03T04:05:06.000Z",
    image: `${siteUrl}/share/blog/a.png`,
  });
  expect(blogPostingData({ ...post, author: "SEO Pro Zone" })).toMatchObject({
    author: { "@type": "Organization", "@id": `${siteUrl}/#organization` },
  });
});

test("a case study is an article by the agency, never a review", () => {
  const thing = caseStudyData({ ...written, industry: "Retail" });
  expect(thing).toMatchObject({ "@type": "Article", author: { "@type": "Organization" } });
  expect(JSON.stringify(thing)).not.toMatch(/Review|Rating/);
});

test.each([
  [["$799/month", "$799/month"], { price: "799", unitCode: "MON" }],
  [["$1299/month", "$1,299/month"], { price: "1299", unitCode: "MON" }],
  [["$199/hour", "$199/hour"], { price: "199", unitCode: "HUR" }],
  [["$199/hour", "$299/hour"], undefined],
  [["from $1999/month", null], undefined],
  [["$799/month", "On request"], undefined],
  [[], undefined],
])("a service has an offer only where one price holds: %j", (prices, price) => {
  const { offers } = serviceData({
    ...{ siteUrl, siteName: "Zone", path: "/services/x", name: "X", description: "", prices },
  });
  if (!price) return expect(offers).toBeUndefined();
  expect(offers).toMatchObject({ "@type": "Offer", priceSpecification: { ...price, priceCurrency: "USD" } });
});
