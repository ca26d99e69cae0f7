import { expect, test } from "vitest";
import {
  blogPostingData,
  breadcrumbData,
  caseStudyData,
  serviceData,
  serviceListData,
  withoutPages,
} from "./structured-data.ts";

const siteUrl = "https://www.seo.example";
const written = {
  ...{ siteUrl, siteName: "SEO Pro Zone", path: "/blog/a", title: "A", description: "What A is" },
  logo: { url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
  drawn: `${siteUrl}/share/blog/a.png?v=1`,
};
const dates = { created_at: new Date("2026-01-02T03:04:05Z"), updated_at: new Date("2026-02-03T04:05:06Z") };

test("a breadcrumb starts at the home page and counts from 1", () => {
  const { itemListElement } = breadcrumbData({ siteUrl, homeLabel: "Home" }, [
    { label: "SEO News", path: "/blog" },
  ]);
  expect(itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: `${siteUrl}/` },
    { "@type": "ListItem", position: 2, name: "SEO News", item: `${siteUrl}/blog` },
  ]);
});

test("a post has its author and the dates that the page shows", () => {
  const post = { ...written, author: "Ada Byron", category: "News" };
  const person = { path: "/team#ada-byron", position: "Lead", image: `${siteUrl}/ada.jpg` };
  expect(blogPostingData({ ...post, person, dates })).toMatchObject({
    "@type": "BlogPosting",
    author: {
      ...{ "@type": "Person", name: "Ada Byron", url: `${siteUrl}/team#ada-byron` },
      ...{ jobTitle: "Lead", image: `${siteUrl}/ada.jpg` },
    },
    datePublished: "2026-01-02T03:04:05.000Z",
    dateModified: "2026-02-03T04:05:06.000Z",
    image: `${siteUrl}/share/blog/a.png?v=1`,
  });
  const bare = JSON.stringify(blogPostingData(post));
  expect(bare).toContain('"author":{"@type":"Person","name":"Ada Byron"}');
  expect(bare).not.toContain('"date');
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
])("a service has an offer only if there is a single price: %j", (prices, price) => {
  const { offers } = serviceData({
    ...{ siteUrl, siteName: "Zone", path: "/services/x", name: "X", description: "", prices },
  });
  if (!price) return expect(offers).toBeUndefined();
  expect(offers).toMatchObject({ "@type": "Offer", priceSpecification: { ...price, priceCurrency: "USD" } });
});

test("a hidden page is never mentioned in lists or as an author's page", () => {
  const list = serviceListData(siteUrl, [
    { name: "A", path: "/services/a" },
    { name: "B", path: "/services/b" },
  ]);
  const person = { path: "/team#ada-byron", position: "" };
  const post = blogPostingData({ ...written, author: "Ada Byron", category: "", person });
  const said = JSON.stringify(withoutPages([list, post], [`${siteUrl}/services/a`, `${siteUrl}/team`]));
  expect(said).toContain(`"position":1,"name":"B","url":"${siteUrl}/services/b"`);
  expect(said).toContain('"author":{"@type":"Person","name":"Ada Byron"}');
  expect(said).not.toContain("/services/a");
});
