import { expect, type Page } from "@playwright/test";
import { layOutAll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";

const ADDRESSES = [
  ...["/", "/services", "/services/local-seo", "/case-studies", "/about", "/team", "/contact", "/blog"],
  ...["/privacy", "/sitemap", "/no-such-page"],
];

// Holding toasts adds a style sheet, which affects the first view.
test.use({ toastsStay: false });

type Watched = Window & { moved: number };
const isPainted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length > 0);
/** Returns the position and size of every visible element. Menus are closed, and a drawing counts as one element. */
const measure = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll("body :not(svg *)"))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height].join(" ");
      }),
  );

const isLaidOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")].every(
      (element) => getComputedStyle(element).contentVisibility === "visible",
    ),
  );
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.moved = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) watched.moved += (shift as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });

const hasWholeSheet = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes("/assets/layout-")));

/** Simulates an interaction, which loads the full style sheet. */
const giveSign = (page: Page) => page.evaluate(() => dispatchEvent(new Event("scroll")));

for (const width of [375, 1280]) {
  test(`a page needs one request before the first view and doesn't shift (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    // Sets the date to a Monday, so one row of the business hours is highlighted. Playwright's clock would remove
    // paint entries.
    await page.addInitScript(() => {
      window.Date = new Proxy(Date, {
        construct: (real, given) => Reflect.construct(real, given.length ? given : ["2026-11-23T15:00:00Z"]),
      });
    });
    await watchShifts(page);
    for (const address of ADDRESSES) {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      let seen = 0;
      await page.route("**", async (route) => {
        if (route.request().isNavigationRequest()) return route.continue();
        seen++;
        await held;
        await route.continue();
      });
      await page.goto(address, { waitUntil: "commit" });
      await expect.poll(() => isPainted(page), `${address} shows before anything else has come`).toBe(true);
      await layOutAll(page);
      const before = await measure(page);
      release();
      await page.waitForLoadState("load");
      await giveSign(page);
      await expect.poll(() => hasWholeSheet(page), address).toBe(true);
      expect(seen, "there was something to wait for").toBeGreaterThan(2);
      // Scripts replace the menu's `<summary>` and the Load More link with buttons.
      const after = new Set(await measure(page));
      const gone = before.filter(
        (one) => !after.has(one) && !/^(DETAILS|SUMMARY|BUTTON|SPAN|svg|A) /.test(one),
      );
      expect(gone, `${address} stays as it was`).toEqual([]);
      expect(await page.evaluate(() => (window as unknown as Watched).moved), address).toBe(0);
      await page.unroute("**");
    }
  });
}

test("only a connection that can deliver the font in time waits for it", async ({ page }) => {
  const preloads = page.locator('head link[rel="preload"][as="font"]');
  await page.addInitScript(() => {
    const rtt = new URLSearchParams(location.search).get("rtt");
    const connection = rtt === null ? undefined : { rtt: Number(rtt) };
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    addEventListener("securitypolicyviolation", () => document.documentElement.classList.add("violated"));
  });
  for (const [rtt, preloaded] of [
    ["", 1],
    ["?rtt=0", 1],
    ["?rtt=100", 1],
    ["?rtt=125", 0],
    ["?rtt=3000", 0],
  ] as const) {
    await page.goto(`/about${rtt}`);
    await expect(preloads, rtt).toHaveCount(preloaded);
    await expect(page.locator(".violated")).toHaveCount(0);
  }
});

/**
 * Delays the full style sheet.
 * @returns a function that releases the style sheet
 */
async function holdWholeSheet(page: Page) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/layout-.*\.css$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test("once a page has loaded, all of it is laid out without an interaction, and without a shift", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await watchShifts(page);
  const release = await holdWholeSheet(page);
  for (const path of ["/", "/services/local-seo"]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    // An assistant that reads the page's text gets all of it.
    await expect.poll(() => isLaidOut(page)).toBe(true);
    const words = await page.evaluate(() => document.body.innerText.toLowerCase());
    for (const heading of await page.locator("main h2:visible").allTextContents())
      expect(words).toContain(heading.replace(/\s+/g, " ").trim().toLowerCase());
    expect(await hasWholeSheet(page)).toBe(false);
    expect(await page.evaluate(() => (window as unknown as Watched).moved)).toBe(0);
  }
  release();
});

test("jumping to a section far down the page shows it without a shift", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await watchShifts(page);
  const release = await holdWholeSheet(page);
  // The jump requests the style sheet, which is held back, so the `load` event wouldn't fire.
  await page.goto("/services/local-seo#faq", { waitUntil: "domcontentloaded" });
  const top = () => page.locator("#faq").evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top, "below the header").toBeCloseTo(96, -1);
  expect(await isLaidOut(page)).toBe(true);
  await giveSign(page);
  release();
  await expect.poll(() => hasWholeSheet(page)).toBe(true);
  expect(await top(), "below the header").toBeCloseTo(96, -1);
  expect(await page.evaluate(() => (window as unknown as Watched).moved)).toBe(0);
});

test("the full style sheet loads once, on the first interaction", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const asked: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.(woff2|css)$/, async (route) => {
    const url = route.request().url();
    asked.push(url.slice(url.lastIndexOf(".")));
    await route.continue();
  });
  // An image that's held back delays the `load` event. Fonts wouldn't, because they're preloaded.
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<main", '<img src="/held.png" alt="" hidden>$&');
    await route.fulfill({ response, body });
  });
  await page.route("/held.png", async (route) => {
    await held;
    await route.abort();
  });
  await page.goto("/", { waitUntil: "commit" });
  const toggle = page.getByRole("navigation").getByRole("button", { name: /services/i });
  await expect(toggle).toBeVisible();
  expect(asked).toEqual([".woff2"]);
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => hasWholeSheet(page)).toBe(true);
  await expect(page.locator("#services-menu").getByRole("link", { name: "Technical SEO" })).toBeVisible();
  expect(asked).toEqual([".woff2", ".css"]);
  release();
  await page.waitForLoadState("load");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([".woff2", ".css"]);
});

test("without JavaScript, the full style sheet loads and menus open", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: "Services", exact: true }).hover();
  await expect(page.locator("#services-menu").getByRole("link", { name: "Technical SEO" })).toBeVisible();
  await context.close();
});

test("if the script fails to load, the mobile menu still opens", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  await page.locator(".burger summary").click();
  const link = page.locator("#menu").getByRole("link", { name: "Case Studies" });
  await expect(link).toBeInViewport();
  await link.click();
  await expect(page).toHaveURL(/\/case-studies$/);
});
