import { expect, type Page } from "@playwright/test";
import { DROPDOWN_CLOSE_MS, TOAST_MS } from "../../app/copy/business.ts";
import { test } from "../support/browser-test.ts";

const ADDRESSES = [
  ...["/", "/services", "/services/local-seo", "/case-studies", "/about", "/team", "/contact", "/blog"],
  ...["/privacy", "/terms", "/sitemap", "/no-such-page"],
];

const studyWithBars = async (page: Page) => {
  await page.goto("/case-studies");
  const slugs = await page
    .locator('main a[href^="/case-studies/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const slug of slugs) {
    await page.goto(slug);
    if (await page.locator(".bars").count()) return slug;
  }
  throw new Error("No case study has a result that can be drawn");
};

test("navigating scrolls to the top, and Back returns to the previous position", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Case Studies" });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL("/case-studies");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
});

test("the dropdown closes 150 ms after the pointer leaves, unless the pointer returns (SPEC 2)", async ({
  page,
}) => {
  expect(DROPDOWN_CLOSE_MS).toBe(150);
  await page.clock.install();
  await page.goto("/about");
  const button = page.getByRole("button", { name: "Services menu" });
  const services = page.getByRole("navigation").getByRole("link", { name: "Services", exact: true });
  const isOpen = async (open: boolean) => expect(button).toHaveAttribute("aria-expanded", String(open));
  await page.clock.pauseAt(Date.now() + 60_000);

  await services.hover();
  await isOpen(true);
  await page.mouse.move(10, 600);
  await page.clock.runFor(149);
  await isOpen(true);
  await page.clock.runFor(1);
  await isOpen(false);

  await services.hover();
  await page.mouse.move(10, 600);
  await page.clock.runFor(149);
  await services.hover();
  await page.clock.runFor(1000);
  await isOpen(true);

  await page.locator("#services-menu").getByRole("link", { name: "Technical SEO" }).click();
  await expect(page).toHaveURL("/services/technical-seo");
});

test("a toast lasts 5,000 ms, or longer while the pointer is on it", async ({ page }) => {
  expect(TOAST_MS).toBe(5000);
  await page.clock.install();
  await page.goto("/");
  await page.clock.pauseAt(Date.now() + 60_000);
  const form = page.locator('form[data-form="hero"]');
  for (const [label, value] of [
    ["First name", "Ada"],
    ["Last name", "Byron"],
    ["Phone", "212 555 0100"],
    ["Email", "ada@example.com"],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  const toast = page.locator("[data-toasts] .toast");
  const fail = async () => {
    // Enter instead of a click, because a pointer over a toast keeps it open.
    await form.getByRole("button").press("Enter");
    await expect(toast).toContainText("Please select a service you're interested in.");
  };
  await fail();
  await page.clock.runFor(4999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);

  await fail();
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
});

test("the placeholder image is fetched only if another image fails to load", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  await page.goto("/case-studies");
  const first = page.locator(".case__img img").first();
  const cover = await first.getAttribute("src");
  expect(asked).toContain(cover);
  expect(asked).not.toContain("/placeholder.svg");

  await page.route(`**${cover}`, (route) => route.abort());
  await page.reload();
  await expect(first).toHaveAttribute("src", "/placeholder.svg");
  await expect(first).toHaveJSProperty("naturalWidth", 640);
});

test("at 200% zoom, no text is cut off", async ({ browser }) => {
  // A 1280 x 800 window at 200% zoom.
  const context = await browser.newContext({
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  for (const address of ADDRESSES) {
    await page.goto(new URL(address, test.info().project.use.baseURL).href);
    const cut = await page.evaluate(() => ({
      sideways: document.documentElement.scrollWidth - innerWidth,
      lines: [...document.querySelectorAll<HTMLElement>("h1, h2, h3, p, .btn, label, dt, dd")]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX !== "visible")
        .filter((one) => !one.closest(".sr") && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.outerHTML.slice(0, 120)),
    }));
    expect([address, cut]).toEqual([address, { sideways: 0, lines: [] }]);
  }
  await context.close();
});

test("with prefers-reduced-motion, animations are instant and pages don't fade", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const address of ADDRESSES) {
    await page.goto(address);
    const slow = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .flatMap((one) => ["", "::before", "::after"].map((pseudo) => getComputedStyle(one, pseudo)))
        .flatMap((style) => [...style.animationDuration.split(","), ...style.transitionDuration.split(",")])
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    );
    expect([address, slow]).toEqual([address, []]);
  }
  const fades = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .some(
          (rule) =>
            rule instanceof CSSMediaRule &&
            matchMedia(rule.media.mediaText).matches &&
            rule.cssText.includes("@view-transition"),
        ),
    );
  expect(await fades()).toBe(false);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await fades()).toBe(true);
});

test("a results chart is readable and fits its card at 320 and 1280 pixels", async ({ page }) => {
  await studyWithBars(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const chart = page.locator(".bars");
    await expect(chart.getByRole("img").first()).toHaveAccessibleName(/: .*Before.*After/);
    const card = (await chart.boundingBox())!;
    for (const text of await chart.locator("svg text").all()) {
      const box = (await text.boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(12);
      expect(box.x + box.width).toBeLessThan(card.x + card.width);
    }
  }
  // Browsers fire this event before they print.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".bars")).toBeVisible();
});
