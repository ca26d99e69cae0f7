import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PRELOAD_IN_TIME } from "../../app/platform/early-font.ts";
import { PANEL } from "../support/owner.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, save, session, url } = await openPanelSite();

async function read(address: string, headers?: HeadersInit) {
  const response = await fetch(url + address, { headers, redirect: "manual" });
  const html = await response.text();
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
  const [, styles = ""] = /style-src ([^;]*)/.exec(policy) ?? [];
  return { status: response.status, headers: response.headers, html, policy, scripts, styles };
}

/** Replaces all settings, through the panel. */
async function set(settings: Record<string, string>) {
  await query("delete from website_settings");
  expect((await request(`${PANEL}/settings`, { intent: "save", ...settings })).status).toBe(200);
}

const ALL = {
  google_analytics_id: "G-AB12CD34EF",
  google_tag_manager: "GTM-AB12CD",
  google_search_console: "token-1",
  google_analytics_code: "<script>\r\nanalytics(1 < 2)\r\n</script><script src=//cdn.example/a.js></script>",
  google_tag_manager_code:
    "<script async src=https://cdn.example/b.js></script><style>.a::before {\r\n content: '<style>' }</style>",
  google_search_console_code: '<meta name="msvalidate.01" content="two">',
  google_analytics_code_at_once: "on",
  google_tag_manager_code_at_once: "on",
};
const TRACES =
  /data-tracking|data-consent|googletagmanager|google-site-verification|cdn\.example|Cookie settings/;
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** Allows only the site's files and the inline script of every page. */
const STRICTEST = `'self' ${hashOf(PRELOAD_IN_TIME)}`;
const INLINE = /<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>(.*?)<\/script>/gs;

describe("with all six tracking fields set", () => {
  const addresses = [
    "/",
    "/services/local-seo",
    "/case-studies",
    "/blog",
    "/contact",
    "/no-such-page",
    "/blog/no",
  ];

  test("public pages contain the tracking code, and their policy allows only its scripts", async () => {
    await set(ALL);
    for (const address of addresses) {
      const { html, policy, scripts, styles } = await read(address);
      expect(html, address).toContain("https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF");
      expect(html, address).toContain("data-consent-open");
      const texts = [...html.matchAll(INLINE)].map(([, text]) => text!);
      const hashes = texts.map(hashOf);
      expect(texts.length, address).toBeGreaterThan(8);
      expect(scripts.split(" ").sort(), address).toEqual(
        [...new Set([...hashes, "'strict-dynamic'", "'self'"])].sort(),
      );
      const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => hashOf(text!));
      expect(sheets, address).toHaveLength(2);
      expect(styles.split(" ").sort(), address).toEqual([...sheets, "'self'", "https:"].sort());
      expect(policy.replace("style-src-attr 'unsafe-inline'", ""), address).not.toContain("'unsafe-");
      expect(html, address).not.toMatch(/<script[^>]* src=/);
      expect(policy).toContain("object-src 'none'; base-uri 'self'; form-action 'self'");
    }
  });

  test("a cached page has the same scripts and policy at every request", async () => {
    const [one, two] = [await read("/about"), await read("/about")];
    expect(one.policy).toBe(two.policy);
    expect([...one.html.matchAll(INLINE)]).toEqual([...two.html.matchAll(INLINE)]);
  });

  test("the panel and the sign-in page never contain tracking", async () => {
    for (const address of [PANEL, `${PANEL}/dashboard`, `${PANEL}/no-such-tab`]) {
      const page = await read(address, session);
      expect(page.html, address).not.toMatch(TRACES);
      expect(page.scripts, address).toMatch(/^'nonce-[^ ]+' ('sha256-[^ ]+' ){2}'strict-dynamic'$/);
    }
    expect((await read(PANEL)).html).not.toMatch(TRACES);
    // The owner's own visits aren't tracked either.
    expect((await read("/contact", session)).html).not.toMatch(TRACES);
    for (const address of ["/rss.xml", "/sitemap.xml", "/robots.txt"])
      expect((await read(address)).html, address).not.toMatch(TRACES);
  });

  test("pages whose URL contains a token contain no tracking and send no referrer", async () => {
    await query("insert into subscribers (email, token) values ('ada@example.com', 'secret')");
    for (const address of [
      "/newsletter/confirm/secret",
      "/newsletter/unsubscribe/secret",
      "/newsletter/confirm/no-such-token",
      "/newsletter/confirm/secret/and-more",
      "/unsubscribe/ada@example.com",
    ]) {
      const { html, scripts, headers } = await read(address);
      expect(html, address).not.toMatch(TRACES);
      expect(scripts, address).toBe(STRICTEST);
      expect(headers.get("Referrer-Policy"), address).toBe("same-origin");
    }
    expect((await read("/blog")).headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  });

  test("the Settings tab shows the code as text and runs none of it", async () => {
    const { html } = await read(`${PANEL}/settings`, session);
    expect(html).toContain("analytics(1 &lt; 2)");
    expect(html).toContain(
      "Active on your pages: Google Analytics ID, Google Tag Manager ID, Search Console verification, Analytics code, Search Console code, Tag Manager code.",
    );
    expect(html).not.toMatch(/<script[^>]*>\s*analytics|<meta name="(google-site|msvalidate)/);
  });
});

test("without tracking fields, there's no banner and the policy is the strictest one", async () => {
  await set({ site_title: "Ours" });
  const { html, policy } = await read("/");
  expect(html).not.toMatch(TRACES);
  expect(policy).toContain(`script-src ${STRICTEST};`);
  expect(policy).not.toMatch(/connect-src|frame-src|strict-dynamic/);
  expect([...html.matchAll(/<script[^>]* src="\/assets/g)]).toHaveLength(1);
});

test("Search Console verification alone adds no banner and keeps the strictest policy", async () => {
  await set({ google_search_console: "token-1", google_search_console_code: ALL.google_search_console_code });
  const { html, scripts } = await read("/");
  expect(html).toContain('content="token-1"');
  expect(html).not.toMatch(/data-consent|Cookie settings|dataLayer/);
  expect(scripts).toBe(STRICTEST);
});

test("a save reports removed code, and stores the code as pasted", async () => {
  await set({});
  const code = '<b>Hi</b><img src="https://a.example/1" onload="x()">';
  const { text } = await save("settings", { intent: "save", google_analytics_code: code });
  expect(text).toContain("Left out of Analytics code: <b>, onload on <img>.");
  const rows = await query("select setting_value from website_settings");
  expect(rows).toEqual([{ setting_value: code }]);
  await save("settings", { intent: "save", google_analytics_code_at_once: "on" });
  expect((await read("/")).html).toContain('<img alt="" src="https://a.example/1">');
});
