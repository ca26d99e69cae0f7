import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { PANEL } from "../support/owner.ts";
import { openDashboard, openPanel, setLook, tab } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.73" } });

const bar = (page: Page) => page.locator(".loading");
const words = (page: Page) => page.getByRole("status").filter({ hasText: "Loading..." });
const panel = (page: Page) => page.getByRole("tabpanel");

/**
 * Holds back all responses to navigations within the panel.
 * @returns a function that releases them
 */
async function holdAnswers(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${PANEL}/*.data*`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a slow tab shows 'Loading...' without moving anything", async ({ page }) => {
  await openDashboard(page);
  await expect(panel(page)).not.toHaveAttribute("aria-busy");
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  const letGo = await holdAnswers(page);
  await tab(page, "Cases").click();
  await expect(panel(page)).toHaveAttribute("aria-busy", "true");
  await expect(words(page)).toBeAttached();
  await expect(bar(page)).toBeInViewport();
  expect(await heading.boundingBox()).toEqual(before);
  letGo();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  await expect(words(page)).toHaveCount(0);
  await expect(bar(page)).toBeHidden();
  await expect(panel(page)).not.toHaveAttribute("aria-busy");
});

test("a slow search shows 'Loading...'", async ({ page }) => {
  await openPanel(page, "/blog");
  const letGo = await holdAnswers(page);
  await page.getByRole("searchbox").fill("no such post");
  await expect(words(page)).toBeAttached();
  letGo();
  await expect(page.getByText("No matches")).toBeVisible();
  await expect(words(page)).toHaveCount(0);
});

test("a response within 200 ms shows no loading state", async ({ page }) => {
  await page.clock.install();
  await openDashboard(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const letGo = await holdAnswers(page);
  await tab(page, "Cases").click();
  await expect(panel(page)).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(199);
  await expect(words(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(words(page)).toHaveCount(1);
  letGo();
  await expect(words(page)).toHaveCount(0);
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`the progress bar moves only if motion isn't reduced (${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await setLook(page, "dark", 375);
    await openDashboard(page);
    const letGo = await holdAnswers(page);
    await tab(page, "Pages").click();
    await expect(words(page)).toBeAttached();
    const isMoving = () =>
      bar(page).evaluate((element) =>
        element.getAnimations().some(({ playState }) => playState === "running"),
      );
    await expect.poll(isMoving).toBe(reducedMotion !== "reduce");
    letGo();
    await expect(page.getByRole("heading", { name: "Pages" })).toBeVisible();
  });
}
