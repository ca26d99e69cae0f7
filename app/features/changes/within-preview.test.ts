import { expect, test } from "vitest";
import { withinPreview } from "./within-preview.server.ts";

const within = { prefix: "/preview/token", siteUrl: "https://www.agency.com" };

test("links to pages stay in the preview; other links don't change", () => {
  const address = (href: string) => withinPreview.address(href, within);
  for (const page of ["/", "/blog?page=2", "/case-studies?industry=booking.com", "/contact#form"])
    expect(address(page)).toBe(`/preview/token${page}`);
  expect(address("https://www.agency.com")).toBe("/preview/token/");
  expect(address("https://www.agency.com/blog")).toBe("/preview/token/blog");
  for (const other of [
    ...["/rss.xml", "/sitemap.xml?x=1", "/media/abc", "/assets/a.js#x", "/admin-control-panel-seoprozone"],
    ...["//other.com/", "/\\other.com", "https://other.com/", "mailto:a@b.c", "#part", "?page=2", "part"],
    "https://www.agency.com.other.com/",
  ])
    expect(address(other)).toBe(other);
});

test("panel and endpoint paths can't be previewed, however they're spelled", () => {
  for (const path of ["/", "/blog/x", "/auditors", "/previews", "/api-guide", "/%zz", "/%00"])
    expect([path, withinPreview.hasPage(path)]).toEqual([path, true]);
  for (const path of [
    ...["/preview/x/", "/PREVIEW/x", "//preview/x", "/x/../preview/x", "/%2e%2e/preview/x", "/%70review/x"],
    ...["/..\\preview/x", "/api/x", "/newsletter/confirm/x", "/audit/x", "/admin-control-panel-seoprozone"],
    ...["/Admin-Control-Panel-SEOProZone/x", "/./admin-control-panel-seoprozone.data"],
  ])
    expect([path, withinPreview.hasPage(path)]).toEqual([path, false]);
});
