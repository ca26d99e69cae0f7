import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { PANEL } from "../support/owner.ts";
import { logIn, openPanel } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" } });

const FIELDS = {
  google_analytics_id: "G-AB12CD34EF",
  google_tag_manager: "GTM-AB12CD",
  google_search_console: "token-1",
  google_analytics_code: `<!-- Ours -->
<script>
  window.ran = ["inline"]; window.markup = "<script>" + '</p>' + (1 < 2);
</script>
<script defer data-site="us" src="https://cdn.test/deferred.js"></script>
<script src="https://cdn.test/library.js"></script>
<script>ran.push("after " + library)</script>
<script type="module">import { part } from "https://cdn.test/part.js"; ran.push("module " + part);</script>
<link rel="stylesheet" href="https://cdn.test/widget.css">
<style>
  :root { --pasted: "<style>" }
</style>
<img src="https://cdn.test/pixel.gif" onload="window.handler = true">`.replaceAll("\n", "\r\n"),
  google_tag_manager_code:
    '<script async src="https://cdn.test/async.js"></script><noscript><img src="https://cdn.test/no.gif"></noscript>',
  google_search_console_code: '<meta name="msvalidate.01" content="two">',
};

const AT_ONCE = { google_analytics_code_at_once: "on", google_tag_manager_code_at_once: "on" };

/** The responses of external hosts, by URL. */
const OUTSIDE: Record<string, string> = {
  "https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF":
    'ran.push("gtag"); fetch("https://www.google-analytics.com/g/collect", { method: "POST" });',
  "https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD":
    'var s = document.createElement("script"); s.src = "https://cdn.test/by-gtm.js"; document.head.append(s);',
  "https://cdn.test/by-gtm.js": 'ran.push("by gtm")',
  "https://cdn.test/deferred.js": 'ran.push("deferred " + document.currentScript.dataset.site)',
  "https://cdn.test/library.js": 'window.library = "library"',
  "https://cdn.test/part.js": 'export const part = "part"',
  "https://cdn.test/async.js": 'ran.push("async")',
};

/** Saves without the form, so no toast stays open. */
async function saveSettings(page: Page, form: Record<string, string>) {
  const response = await page.request.post(`${PANEL}/settings`, { form });
  expect(response.status()).toBe(200);
}

/** Saves as an owner who isn't on the site, so pages keep their tracking code. */
async function asOwner(browser: Browser, ...forms: Record<string, string>[]) {
  const page = await browser.newPage();
  await logIn(page);
  for (const form of forms) await saveSettings(page, form);
  await page.close();
}

test.beforeAll(({ browser }) => asOwner(browser, { intent: "save", ...FIELDS, ...AT_ONCE }));

const removing = (fields: object) => Object.keys(fields).map((key) => ({ intent: "remove", key }));
test.afterAll(({ browser }) => asOwner(browser, ...removing(FIELDS), ...removing(AT_ONCE)));

type Seen = { ran: string[]; violations: string[]; shift: number; dataLayer: unknown[][] };

/** Mocks external hosts, and records policy violations and layout shifts. */
async function watch(context: BrowserContext) {
  const asked: string[] = [];
  await context.route(
    (url) => url.hostname !== "localhost",
    (route) => {
      const url = route.request().url();
      asked.push(url);
      const contentType = url.endsWith(".css") ? "text/css" : "text/javascript";
      return route.fulfill({
        contentType,
        headers: { "Access-Control-Allow-Origin": "*" },
        body: OUTSIDE[url] ?? "",
      });
    },
  );
  await context.addInitScript(() => {
    const seen = { violations: [] as string[], shift: 0 };
    Object.assign(window, { seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return asked;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const all = window as unknown as Seen & { seen: { violations: string[]; shift: number } };
    // gtag pushes `arguments`, which isn't an array.
    const dataLayer = [...all.dataLayer].map((entry) => Object.values(entry));
    return { ran: all.ran, violations: all.seen.violations, shift: all.seen.shift, dataLayer };
  });

const banner = (page: Page) => page.getByRole("region", { name: "Cookies" });
const DENIED = {
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
  analytics_storage: "denied",
};
const GRANTED = Object.fromEntries(Object.keys(DENIED).map((signal) => [signal, "granted"]));

test("with all six tracking fields set, Chromium runs the code without a CSP violation", async ({
  page,
  context,
}) => {
  const asked = await watch(context);
  await page.goto("/");
  await expect
    .poll(async () => (await look(page)).ran.toSorted())
    .toEqual([...["after library", "async", "by gtm", "deferred us", "gtag", "inline", "module part"]]);
  expect((await look(page)).violations).toEqual([]);
  const pasted = () => getComputedStyle(document.documentElement).getPropertyValue("--pasted");
  expect(await page.evaluate(pasted)).not.toBe("");
  expect(await page.evaluate(() => "markup" in window && window.markup)).toBe("<script></p>true");
  expect(asked).toContain("https://www.google-analytics.com/g/collect");
  expect(asked).toContain("https://cdn.test/pixel.gif");
  expect(asked).toContain("https://cdn.test/widget.css");
  expect(new Set(asked).size).toBe(asked.length);
  await expect(page.locator('head meta[name="google-site-verification"][content="token-1"]')).toBeAttached();
  await expect(page.locator('head meta[name="msvalidate.01"]')).toBeAttached();
  expect((await look(page)).dataLayer[0]).toEqual(["consent", "default", DENIED]);
  expect(await page.evaluate(() => "handler" in window)).toBe(false);
});

test("scripts that the owner didn't enter never run", async ({ page, context }) => {
  const asked = await watch(context);
  await page.route("/contact", async (route) => {
    const response = await route.fetch();
    const injected = `<script>window.injected = 1</script>
      <script src="https://evil.test/one.js"></script><script type="module" src="https://evil.test/two.js"></script>
      <script data-tracking="google_analytics_code" data-src="https://evil.test/three.js"></script>
      <img src="https://cdn.test/x.gif" onload="window.injected = 2" onerror="window.injected = 3">
      <a id="evil" href="javascript:window.injected = 4">x</a><base href="https://evil.test/">
      <style>:root { --injected: 1 }</style>`;
    await route.fulfill({ response, body: (await response.text()).replace("<main", `${injected}<main`) });
  });
  await page.goto("/contact");
  await expect.poll(async () => (await look(page)).ran).toContain("by gtm");
  await page.evaluate(() => document.querySelector<HTMLElement>("#evil")?.click());
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
  const styled = () => getComputedStyle(document.documentElement).getPropertyValue("--injected");
  expect(await page.evaluate(styled)).toBe("");
  expect(asked.filter((url) => url.includes("evil.test"))).toEqual([]);
  expect((await look(page)).violations.length).toBeGreaterThanOrEqual(5);
});

test("a tag on a page that was opened before sign-in can't read the panel", async ({ page, context }) => {
  await page.goto("/about");
  await openPanel(await context.newPage(), "/enquiries");
  const read = (address: string) =>
    page.evaluate(async (to) => {
      const answer = await fetch(to, { referrer: to });
      return [answer.status, (await answer.text()).includes("@")];
    }, PANEL + address);
  for (const address of ["/enquiries", "/enquiries.data", "/enquiries.csv", "/link-targets"])
    expect([address, await read(address)]).toEqual([address, [403, false]]);
  const opening = context.waitForEvent("page");
  const opened = await page.evaluateHandle((to) => window.open(to), `${PANEL}/dashboard`);
  const panel = await opening;
  await expect(panel.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(await opened.evaluate((window) => window?.closed)).toBe(true);
  expect(await panel.evaluate(() => window.opener)).toBeNull();
});

test("Consent Mode v2 starts as denied, and visitors can change their choice later", async ({
  page,
  context,
}) => {
  await watch(context);
  await page.goto("/about");
  await expect(banner(page)).toBeVisible();
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect(banner(page)).toBeHidden();
  expect((await look(page)).dataLayer.at(-1)).toEqual(["consent", "update", GRANTED]);

  await page.goto("/team");
  await expect(banner(page)).toBeHidden();
  expect((await look(page)).dataLayer.slice(0, 2)).toEqual([
    ["consent", "default", DENIED],
    ["consent", "update", GRANTED],
  ]);

  const open = page.getByRole("contentinfo").getByRole("button", { name: "Cookie settings" });
  await open.click();
  await expect(banner(page)).toBeFocused();
  await banner(page).getByRole("button", { name: "Decline" }).click();
  await expect(open).toBeFocused();
  expect((await look(page)).dataLayer.at(-1)).toEqual(["consent", "update", DENIED]);
  await page.reload();
  await expect(banner(page)).toBeHidden();
  expect((await look(page)).dataLayer.filter(([name]) => name === "consent")).toHaveLength(1);
});

test("Global Privacy Control counts as a choice, so no banner is shown", async ({ page, context }) => {
  await watch(context);
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/about");
  const consent = async () => (await look(page)).dataLayer.filter(([name]) => name === "consent");
  expect(await consent()).toEqual([["consent", "default", DENIED]]);
  await expect(banner(page)).toBeHidden();
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie settings" }).click();
  await banner(page).getByRole("button", { name: "Accept" }).click();
  expect((await consent()).at(-1)).toEqual(["consent", "update", GRANTED]);
});

test("the banner isn't modal, and keyboard users reach it right after the skip link", async ({
  page,
  context,
}) => {
  await watch(context);
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await expect(page.locator(".skip")).toBeFocused();
  for (const [role, name] of [
    ["link", "Privacy Policy"],
    ["button", "Decline"],
    ["button", "Accept"],
  ] as const) {
    await page.keyboard.press("Tab");
    await expect(banner(page).getByRole(role, { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();
});

for (const width of [320, 1280])
  test(`the banner at ${width} pixels doesn't shift or overflow the page and has no axe violations`, async ({
    page,
    context,
  }) => {
    await watch(context);
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/about", { waitUntil: "networkidle" });
    const [decline, accept] = await Promise.all(
      ["Decline", "Accept"].map((name) => banner(page).getByRole("button", { name }).boundingBox()),
    );
    expect([accept?.width, accept?.height, accept?.y]).toEqual([decline?.width, decline?.height, decline?.y]);
    expect(accept?.height).toBeGreaterThanOrEqual(44);
    await expectNoFaults(page, "with the banner");
    await banner(page).getByRole("button", { name: "Decline" }).click();
    await expect(banner(page)).toBeHidden();
    expect((await look(page)).shift).toBe(0);
  });

test("Tag Manager's custom HTML is blocked unless the owner allows it (decision 0035.37)", async ({
  page,
  browser,
}) => {
  // What a Tag Manager container inserts: HTML with a style and an event handler, and a custom variable.
  const container = `var tag = document.createElement("div");
    tag.innerHTML = "<style>:root { --custom: 1 }</style><a onclick='ran.push(\\"handler\\")'></a>";
    document.body.append(tag);
    tag.lastChild.click();
    try { ran.push(new Function("return 'variable'")()) } catch (e) {}
    ran.push("container");`;
  const openHome = async () => {
    const visitor = await browser.newPage();
    await watch(visitor.context());
    await visitor.route(/gtm\.js/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: container }),
    );
    await visitor.goto("/");
    await expect.poll(async () => (await look(visitor)).ran).toContain("container");
    const { ran, violations } = await look(visitor);
    const custom = await visitor.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--custom"),
    );
    await visitor.close();
    return { ran, violations, custom };
  };
  const blocked = await openHome();
  expect(blocked.ran).not.toContain("handler");
  expect(blocked.ran).not.toContain("variable");
  expect(blocked.custom).toBe("");
  expect(blocked.violations).toEqual(
    expect.arrayContaining(["script-src-attr: inline", "style-src-elem: inline", "script-src: eval"]),
  );

  await logIn(page);
  const panelPolicy = async () =>
    (await page.request.get(`${PANEL}/settings`))
      .headers()
      ["content-security-policy"]?.replace(/'nonce-[^']*'/, "");
  const before = await panelPolicy();
  const custom = "google_tag_manager_custom_html";
  await saveSettings(page, { intent: "save", switches: custom, [custom]: "on" });
  const allowed = await openHome();
  expect(allowed.ran).toEqual(expect.arrayContaining(["handler", "variable", "after library"]));
  expect(allowed.custom).toBe("1");
  expect(allowed.violations).toEqual([]);
  expect(await panelPolicy()).toBe(before);
  await saveSettings(page, { intent: "save", switches: custom });
});

test("custom code that needs consent runs in order once the visitor accepts", async ({
  page: visitor,
  context,
  browser,
}) => {
  await asOwner(browser, ...removing(AT_ONCE));
  const asked = await watch(context);
  await visitor.addInitScript(() => Object.assign(window, { ran: [] }));
  const own = () => asked.filter((url) => url.includes("cdn.test") && !url.includes("by-gtm"));
  await visitor.goto("/about", { waitUntil: "networkidle" });
  expect((await look(visitor)).ran.toSorted()).toEqual(["by gtm", "gtag"]);
  expect(own()).toEqual([]);
  await banner(visitor).getByRole("button", { name: "Decline" }).click();
  await visitor.reload({ waitUntil: "networkidle" });
  expect(own()).toEqual([]);
  await visitor.getByRole("contentinfo").getByRole("button", { name: "Cookie settings" }).click();
  await banner(visitor).getByRole("button", { name: "Accept" }).click();
  // The inline script in the Google Analytics field sets `ran` to `["inline"]`, so earlier entries are gone.
  const all = ["after library", "async", "deferred us", "inline", "module part"];
  await expect.poll(async () => (await look(visitor)).ran.toSorted()).toEqual(all);
  const files = ["async.js", "deferred.js", "library.js", "part.js", "pixel.gif", "widget.css"];
  expect(
    own()
      .map((url) => url.slice(17))
      .toSorted(),
  ).toEqual(files);
  const pasted = () => getComputedStyle(document.documentElement).getPropertyValue("--pasted");
  expect(await visitor.evaluate(pasted)).not.toBe("");
  expect((await look(visitor)).violations).toEqual([]);
  await visitor.goto("/team");
  await expect.poll(async () => (await look(visitor)).ran).toEqual(expect.arrayContaining(all));
  expect((await look(visitor)).violations).toEqual([]);
  await asOwner(browser, { intent: "save", ...AT_ONCE });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("there's no cookie banner, but noscript tracking loads", async ({ page, context }) => {
    const asked: string[] = [];
    await context.route(
      (url) => url.hostname !== "localhost",
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ body: "" });
      },
    );
    await page.goto("/about", { waitUntil: "networkidle" });
    await expect(page.locator("[data-consent]")).toBeHidden();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeHidden();
    expect(asked).toContain("https://www.googletagmanager.com/ns.html?id=GTM-AB12CD");
    expect(asked).toContain("https://cdn.test/no.gif");
  });
});
