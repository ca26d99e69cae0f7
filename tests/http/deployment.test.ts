import { describe, expect, test, vi } from "vitest";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite, openTestSite } from "../support/test-site.ts";

describe("behind a proxy, with TRUST_PROXY set", async () => {
  const site = await openTestSite({ TRUST_PROXY: "1", SEARCH_ENGINES: "off", ADMIN_PASSWORD: "short" });
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(site.url + address, { headers, redirect: "manual" });

  test("the enquiry limit per IP address ignores the port that a proxy passes on", async () => {
    const send = (address: string) =>
      fetch(`${site.url}/api/send-contact-email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
        body: JSON.stringify({
          name: "Ada",
          email: "ada@example.com",
          message: "Hello",
          formType: "contact",
        }),
      });
    const spellings = (port: number) => [
      `203.0.113.5:${port}`,
      `[::ffff:203.0.113.5]:${port}`,
      "::ffff:cb00:7105",
      "203.0.113.5",
    ];
    for (let port = 50_000; port < 50_005; port++) {
      for (const address of spellings(port)) expect((await send(address)).status).toBe(200);
    }
    for (const address of spellings(50_005)) expect((await send(address)).status).toBe(429);
    expect((await send("203.0.113.6:50000")).status).toBe(200);
  });

  test("the site keeps idle connections open longer than proxies do", async () => {
    expect((await get("/contact")).headers.get("Keep-Alive")).toBe("timeout=125");
  });

  test("SEARCH_ENGINES=off hides everything public from search engines", async () => {
    expect(await (await get("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
    for (const address of ["/", "/no-such-page", "/sitemap.xml", "/rss.xml", "/favicon.ico", "/about/"]) {
      const { headers } = await get(address);
      expect(`${address} ${headers.get("X-Robots-Tag")}`).toBe(`${address} noindex, nofollow`);
    }
  });

  test("CDNs may not cache responses unless CDN_MAX_AGE is set", async () => {
    for (const address of ["/", "/no-such-page"])
      expect((await get(address)).headers.get("CDN-Cache-Control")).toBeNull();
  });

  test("a short password and a missing SITE_URL behind a proxy cause warnings at startup", () => {
    expect(site.stdout()).toContain("ADMIN_PASSWORD has fewer than 12 characters");
    expect(site.stdout()).toContain("SITE_URL is not set, but there's a proxy");
    expect(site.stdout()).not.toContain("short");
  });
});

describe("behind a proxy that the site doesn't know about", async () => {
  const site = await openPanelSite({ WEB_CONCURRENCY: "2", ADMIN_PASSWORD });
  const proxied = { "X-Forwarded-For": "203.0.113.5" };
  /** Opens a new connection for each request, so every process responds to some. */
  const dashboard = async () => {
    const headers = { ...site.session, Connection: "close" };
    return wordsOf(await (await fetch(`${site.url}${PANEL}/dashboard`, { headers })).text());
  };
  const warning = "Your site can't tell visitors apart.";

  test("the log and the dashboard warn about the unknown proxy", async () => {
    expect(site.stdout()).not.toContain("Warning");
    expect(ADMIN_PASSWORD.length).toBeGreaterThanOrEqual(12);
    expect(await dashboard()).not.toContain(warning);
    for (let i = 0; i < 10; i++) {
      await fetch(`${site.url}/no-such-page?${i}`, { headers: { ...proxied, Connection: "close" } });
    }
    await vi.waitUntil(async () => {
      const pages = await Promise.all(Array.from({ length: 8 }, dashboard));
      return pages.every((page) => page.includes(warning) && page.includes("TRUST_PROXY=1"));
    }, PATIENCE);
    expect(site.stderr().match(/Requests come through a proxy, but TRUST_PROXY is 0/g)).toHaveLength(1);
  });

  test("idle direct connections stay open for 7 s", async () => {
    expect((await fetch(`${site.url}/contact`)).headers.get("Keep-Alive")).toBe("timeout=7");
  });
});
