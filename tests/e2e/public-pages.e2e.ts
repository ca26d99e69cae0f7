// What only a browser shows about public pages: scrolling, timing, zoom, motion, print.
import { expect, type Page, test } from "@playwright/test";
import { DROPDOWN_CLOSE_MS, TOAST_MS } from "../../app/copy/business.ts";

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

test("'navigating to a new path scrolls to top', and Back returns to the previous position", async ({
  page,
}) => {
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

test("SPEC 2: 'closed 150 ms after the pointer leaves (cancelled if re-entered or a link is clicked)'", async ({
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

test("'Toast duration 5000 ms', longer while the pointer is on it", async ({ page }) => {
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
    // The pointer stays away from the corner where toasts appear.
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

test("an image that can't be fetched is replaced by the placeholder, which isn't fetched otherwise", async ({
  page,
}) => {
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

test("at 200% zoom nothing is cut off sideways, and no line of text is clipped", async ({ browser }) => {
  // The viewport of a 1280 x 800 window at 200% zoom.
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

test("prefers-reduced-motion: animations are instant, and pages change without a fade", async ({ page }) => {
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

test("a case study's results chart has readable text and stays inside its card at 320 and 1280 pixels", async ({
  page,
}) => {
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
  // As a browser does before it prints.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".bars")).toBeVisible();
});
