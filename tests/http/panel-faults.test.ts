// Covers SPEC 8's toasts about failed reads and writes. The errors are real, because a table is missing.
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { headingsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, request, save, without } = await openPanelSite();

test.each([
  ["blog", "blog_posts", "Failed to fetch blog posts"],
  ["case-studies", "case_studies", "Failed to fetch case studies"],
  ["case-studies", "industries", "Failed to fetch case studies"],
  ["industries", "industries", "Failed to fetch industries"],
  ["settings", "website_settings", "Failed to fetch settings"],
  ["content", "website_content", "Failed to fetch content"],
  ["pages", "website_content", "Failed to fetch page content"],
  ["pages", "page_seo", "Failed to fetch page SEO data"],
  ["redirects", "redirects", "Failed to fetch redirects"],
  ["deleted", "website_content", "Failed to fetch deleted items"],
])("%s: if %s can't be read, the panel works and shows '%s'", async (tab, table, message) => {
  const address = `${PANEL}/${tab}`;
  await without(table, async () => {
    const response = await request(address);
    const html = await response.text();
    expect([response.status, headingsOf(html, 1)]).toEqual([200, [expect.any(String)]]);
    expect(html).toContain(message);
  });
  expect(await read(address)).not.toContain(message);
});

const ID = "00000000-0000-4000-8000-000000000000";
const remove = { intent: "delete", id: ID };
const update = { intent: "update", id: ID, version: "1" };
const post = { title: "Post", slug: "post", content: "<p>Words</p>" };
const study = { title: "Study", client: "Ada", industry_id: ID };
await query("insert into industries (id, name) values ($1, 'Retail')", [ID]);
const headline = {
  ...{ intent: "update", id: "", version: "0", page_name: "home", section_name: "hero" },
  ...{ content_key: "title", content_type: "text", content_value: "Typed" },
};

test.each([
  ["blog", "blog_posts", { intent: "add", ...post }, "Failed to add blog post"],
  ["blog", "blog_posts", { ...update, ...post }, "Failed to update blog post"],
  ["blog", "blog_posts", remove, "Failed to delete blog post"],
  ["case-studies", "case_studies", { intent: "add", ...study }, "Failed to save case study"],
  ["case-studies", "case_studies", { ...update, ...study }, "Failed to save case study"],
  ["case-studies", "case_studies", remove, "Failed to delete case study"],
  ["industries", "industries", { intent: "add", name: "Law" }, "Failed to save industry"],
  ["industries", "industries", remove, "Failed to delete industry"],
  ["content", "website_content", headline, "Failed to update content"],
  ["content", "website_content", remove, "Failed to delete content"],
  ["pages?name=home", "website_content", headline, "Failed to save content"],
  [
    "pages?name=about",
    "page_seo",
    { intent: "seo", name: "about", version: "0" },
    "Failed to update SEO settings",
  ],
] as [string, string, Record<string, string>, string][])(
  "%s: if %s can't be written, %o gets a 500 with '%s'",
  async (tab, table, form, message) => {
    const { status, text } = await without(table, () => save(tab, form));
    expect([status, text]).toEqual([500, expect.stringContaining(message)]);
  },
);
