import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { pages } from "../../copy/site/pages.ts";
import { services } from "../../copy/site/service-catalog.ts";
import { type Head, pageMeta } from "./meta.ts";
import { readPageSeo } from "./queries.server.ts";
import { page_seo } from "./table.server.ts";

const head: Head = {
  title: "Contact Us | SEO Pro Zone",
  description: "Ask a question.",
  keywords: "contact",
  isIndexable: true,
  isFollowable: true,
  canonical: "https://www.example.com/contact",
  hidden: [],
  drawn: "https://www.example.com/share/contact.png?v=1",
  siteTitle: "SEO Pro Zone",
};
const find = (tags: object[], part: object) =>
  tags.find((tag) => Object.entries(part).every(([key, value]) => tag[key as keyof typeof tag] === value));

test("a public page has a title, description, keywords, robots, social-sharing tags and a canonical link", () => {
  const tags = pageMeta(head);
  expect(tags).toContainEqual({ title: head.title });
  expect(tags).toContainEqual({ name: "description", content: head.description });
  expect(tags).toContainEqual({ name: "keywords", content: head.keywords });
  expect(tags).toContainEqual({ name: "robots", content: "index, follow" });
  expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: head.canonical });
  for (const property of ["og:type", "og:site_name", "og:title", "og:description", "og:url"]) {
    expect(find(tags, { property }), property).toBeDefined();
  }
  for (const name of ["twitter:card", "twitter:title", "twitter:description"]) {
    expect(find(tags, { name }), name).toBeDefined();
  }
});

test("an empty description or keywords have no tag", () => {
  const tags = pageMeta({ ...head, description: "", keywords: "" });
  expect(tags.filter((tag) => "content" in tag && !tag.content)).toEqual([]);
  expect(find(tags, { name: "description" })).toBeUndefined();
});

test("index and follow are separate settings", () => {
  const robotsOf = (more: Partial<Head>) => find(pageMeta({ ...head, ...more }), { name: "robots" });
  expect(robotsOf({ isIndexable: false })).toMatchObject({ content: "noindex, follow" });
  expect(robotsOf({ isFollowable: false })).toMatchObject({ content: "index, nofollow" });
});

test("a page without a URL has no canonical link and no og:url", () => {
  const tags = pageMeta({ ...head, canonical: null });
  expect(find(tags, { rel: "canonical" })).toBeUndefined();
  expect(find(tags, { property: "og:url" })).toBeUndefined();
});

test("an error page still has a title and is noindex", () => {
  const tags = pageMeta(undefined);
  expect(tags).toContainEqual({ title: expect.stringMatching(/\S/) });
  expect(tags).toContainEqual({ name: "robots", content: "noindex, follow" });
});

test("the owner's SEO values win, and built-in values fill empty fields", async () => {
  const { owner, visitor } = await openTestDatabases();
  expect(await readPageSeo(visitor, "contact")).toEqual({
    ...pages.contact.seo,
    canonical_url: "",
    hidden: [],
  });
  await owner
    .insert(page_seo)
    .values({ page_name: "contact", meta_title: "Write to us", is_indexable: false });
  expect(await readPageSeo(visitor, "contact")).toEqual({
    ...pages.contact.seo,
    meta_title: "Write to us",
    is_indexable: false,
    canonical_url: "",
    hidden: ["contact"],
  });
});

test("titles and descriptions contain no guarantees", () => {
  const promises = services.flatMap(({ guarantee }) => (guarantee ? [guarantee.toLowerCase()] : []));
  expect(promises.length).toBeGreaterThan(0);
  for (const { seo } of Object.values(pages)) {
    const said = `${seo.meta_title} ${seo.meta_description}`.toLowerCase();
    for (const promise of promises) expect(said).not.toContain(promise);
    expect(said).not.toMatch(/guaranteed|money-back|\bwithin \d+ (days|months)\b/);
  }
});
