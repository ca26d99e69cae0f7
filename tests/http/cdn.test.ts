// Decision 0054.
import { describe, expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite({ CDN_MAX_AGE: "60" });
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + address, { headers, redirect: "manual" });

describe("CDN caching headers (CONTRACT)", () => {
  const FOR_CDN = "max-age=60, stale-while-revalidate=60, stale-if-error=86400";
  const cachingOf = async (address: string, headers: Record<string, string> = {}) => {
    const page = await get(address, headers);
    return [page.status, page.headers.get("CDN-Cache-Control"), page.headers.get("Cache-Control")];
  };

  test("a CDN may cache pages that are the same for everyone", async () => {
    await site.save("settings", { intent: "save", site_title: "SEO Pro Zone" });
    for (const [address, status] of [
      ...[["/contact", 200] as const, ["/contact", 200] as const, ["/sitemap.xml", 200] as const],
      ...[["/no-such-page", 404] as const, ["/blog/nobody", 404] as const, ["/Contact/", 301] as const],
    ])
      expect([address, ...(await cachingOf(address))]).toEqual([address, status, FOR_CDN, "no-cache"]);
    const tag = (await get("/contact")).headers.get("ETag")!;
    expect(await cachingOf("/contact", { "If-None-Match": tag })).toEqual([304, FOR_CDN, "no-cache"]);
  });

  test("a CDN may not cache responses for one visitor or the owner", async () => {
    expect(await cachingOf(PANEL)).toEqual([200, null, "no-store"]);
    expect(await cachingOf("/about", site.session)).toEqual([200, null, "no-store"]);
    expect(await cachingOf("/about", { Cookie: "panel_session=over" })).toEqual([200, null, "no-cache"]);
    const token = "0123456789abcdef0123456789abcdef";
    for (const personal of [`/newsletter/confirm?token=${token}`, `/audit/${token}`, `/preview/${token}`])
      expect([personal, (await cachingOf(personal))[1]]).toEqual([personal, null]);
    const sent = await fetch(`${site.url}/contact`, {
      method: "POST",
      body: new URLSearchParams({ formName: "contact" }),
    });
    expect([sent.status, sent.headers.get("CDN-Cache-Control")]).toEqual([400, null]);
    expect(sent.headers.get("Cache-Control")).toBe("no-store");
  });

  test("a CDN may not cache a 503 caused by a database error", async () => {
    await site.save("settings", { intent: "save", site_title: "SEO Pro Zone" });
    const [status, forCdn] = await site.without("case_studies", () => cachingOf("/case-studies/any"));
    expect([status, forCdn]).toEqual([503, null]);
  });
});
