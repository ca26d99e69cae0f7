import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { findAxeFaults, findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { E2E_URL } from "../support/e2e.ts";

const dropdown = (page: Page) => page.locator("#services-menu");
const servicesLink = (page: Page) =>
  page.getByRole("navigation").getByRole("link", { name: "Services", exact: true });

/** Works only with JavaScript. Without it, a different element opens the menu. */
const openMenu = (page: Page) => page.locator("[data-menu-button]").click();

async function openServicesByHover(page: Page) {
  await page.goto("/contact");
  await expect(dropdown(page)).toBeHidden();
  await servicesLink(page).hover();
  await expect(dropdown(page)).toBeVisible();
  await dropdown(page).getByRole("link", { name: "Digital PR Services" }).hover();
  await expect(dropdown(page)).toBeVisible();
  await page.mouse.move(10, 600);
  await expect(dropdown(page)).toBeHidden();
}

async function followMenu(page: Page) {
  const menu = page.locator("#menu");
  await expect(menu).toBeVisible();
  await menu.getByText("Services", { exact: true }).click();
  for (const name of ["Home", "Local SEO", "Digital PR Services", "View All Services", "Case Studies"])
    await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Get Free Consultation" })).toHaveAttribute("href", "/contact");
  await menu.getByRole("link", { name: "Case Studies", exact: true }).click();
  await expect(page).toHaveURL("/case-studies");
  await expect(menu).toBeHidden();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, the dropdown and the menu open, and pages aren't wider than the screen", async ({
    page,
  }) => {
    await openServicesByHover(page);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.locator(".burger:visible", { hasText: "Open menu" }).click();
    await followMenu(page);
    for (const address of ["/contact", "/no-such-page", "/", "/case-studies"]) {
      await page.goto(address);
      expect(await findSidewaysScroll(page), address).toEqual([]);
    }
  });
});

test("the Services dropdown opens on hover, or by keyboard with its button, and closes with Escape", async ({
  page,
}) => {
  await openServicesByHover(page);
  const button = page.getByRole("button", { name: "Services menu" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  // The menu is visible once the full style sheet has arrived.
  await expect(dropdown(page)).toBeVisible();
  expect(await findAxeFaults(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(dropdown(page).getByRole("link", { name: "Local SEO" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dropdown(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(dropdown(page)).toBeHidden();
});

test("the menu button announces its state, and the menu closes with Escape or when focus leaves", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/contact");
  const menu = page.locator("#menu");
  await expect(menu).toBeHidden();
  await openMenu(page);
  await expect(page.getByRole("button", { name: "Close menu" })).toHaveAttribute("aria-expanded", "true");
  expect(await findAxeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  await openMenu(page);
  await menu.getByRole("link", { name: "Get Free Consultation" }).focus();
  await page.keyboard.press("Tab");
  await expect(menu).toBeHidden();
  await openMenu(page);
  await followMenu(page);
});

test("a dropdown opened before the last image has loaded stays open", async ({ page }) => {
  const image = Promise.withResolvers<void>();
  await page.route("**/placeholder.svg?for=*", async (route) => {
    await image.promise;
    await route.continue();
  });
  await page.goto("/case-studies", { waitUntil: "domcontentloaded" });
  await expect(page.locator("[data-dropdown=ready]")).toBeVisible();
  // Moving the pointer loads the full style sheet before the page has loaded.
  await page.mouse.move(5, 300);
  await page.getByRole("link", { name: "Services", exact: true }).first().hover();
  await expect(dropdown(page)).toBeVisible();
  const shown = await page.evaluateHandle(() => ({
    event: new Promise((done) => addEventListener("pageshow", () => done(true), { once: true })),
  }));
  image.resolve();
  await shown.evaluate(({ event }) => event);
  await expect(page.getByRole("button", { name: "Services menu" })).toHaveAttribute("aria-expanded", "true");
});

test("a page restored from the back/forward cache has closed menus and enabled forms", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/contact");
  await page.getByLabel("Message", { exact: true }).fill("Half a sentence");
  // Typing scrolled the page to the field, so scroll back to the menu.
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await openMenu(page);
  await page.locator("#menu").getByRole("link", { name: "Case Studies", exact: true }).click();
  await expect(page).toHaveURL("/case-studies");
  await page.goBack();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Half a sentence");
  await expect(page.locator("#menu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
});

test("a missing page logs the attempted path to the console", async ({ page }) => {
  const logged = page.waitForEvent("console", (message) => message.text().includes("/no-such/page"));
  await page.goto("/no-such/page");
  await logged;
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("the skip link skips the navigation", async ({ page }) => {
  await page.goto("/contact");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("a script that runs before the page has fully arrived still works", async ({ page }) => {
  const rest = Promise.withResolvers<void>();
  // A proxy that sends half of each page and waits before the other half.
  const slow = createServer(async ({ url }, response) => {
    const answer = await fetch(E2E_URL + url);
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "" });
    const body = Buffer.from(await answer.arrayBuffer());
    const middle = url === "/contact" ? body.indexOf("<main") : 0;
    response.write(body.subarray(0, middle));
    if (middle) await rest.promise;
    response.end(body.subarray(middle));
  }).listen(0, "localhost");
  await once(slow, "listening");
  await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/contact`, {
    waitUntil: "commit",
  });
  // Importing the same module again waits until the module has run.
  await page.locator("head script[src]").evaluate((script: HTMLScriptElement) => import(script.src));
  rest.resolve();
  await expect(page.locator("tr.now")).toBeVisible();
  slow.close();
});

test.describe("business hours", () => {
  test.use({ timezoneId: "Asia/Tokyo" });
  const cases = [
    ["2026-03-06T22:59:00Z", "Mon-Fri", "Open now"],
    ["2026-03-06T23:00:00Z", "Mon-Fri", "Closed now"],
    ["2026-03-07T15:00:00Z", "Sat", "Open now"],
    ["2026-03-08T14:00:00Z", "Sun", "Closed now"],
  ] as const;
  test("today's row is highlighted and reads 'Open now' or 'Closed now' in the site's time zone", async ({
    page,
  }) => {
    for (const [time, day, words] of cases) {
      await page.clock.setFixedTime(new Date(time));
      await page.goto("/contact");
      await expect(page.locator("tr.now"), time).toHaveText(new RegExp(`^${day}`));
      await expect(page.locator(".hours .badge:visible"), time).toHaveText(words);
    }
  });

  test("on a day with a break, both rows are highlighted, and the later one counts too", async ({ page }) => {
    await page.clock.setFixedTime(new Date("2026-03-06T20:00:00Z"));
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        const morning = document.querySelector<HTMLElement>('[data-days~="fri"]')!;
        const evening = morning.cloneNode(true) as HTMLElement;
        morning.dataset.to = "12:00";
        evening.dataset.from = "13:00";
        morning.after(evening);
      });
    });
    await page.goto("/contact");
    await expect(page.locator("tr.now")).toHaveCount(2);
    await expect(page.locator(".hours .badge:visible")).toHaveText("Open now");
  });

  test("in a time zone that the browser doesn't know, no row is highlighted", async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.querySelector<HTMLElement>("[data-hours]")!.dataset.hours = "Europe/Renamed";
      });
    });
    await page.goto("/contact");
    const service = page.locator("[data-service]").first();
    await page.goto(`/contact#${await service.getAttribute("data-service")}`);
    await page.reload();
    await expect(service.locator("input")).toBeChecked();
    await expect(page.locator("tr.now, .hours .badge:visible")).toHaveCount(0);
  });
});
