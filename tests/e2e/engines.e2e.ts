// Checks that depend on the browser: scrollbars, policy violations and narrow windows.
import { expect, type Page } from "@playwright/test";
import { BROWSER_FLAGS } from "../support/browser.ts";
import { test } from "../support/browser-test.ts";
import { openPanel } from "../support/panel.ts";

test.use({
  extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" },
  launchOptions: {
    ...{ executablePath: process.env.TEST_BROWSER, args: BROWSER_FLAGS },
    ignoreDefaultArgs: ["--hide-scrollbars"],
  },
});

async function watchViolations(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("tellViolation", (what: string) => void seen.push(what));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      (window as unknown as { tellViolation(what: string): void }).tellViolation(
        `${violatedDirective} ${blockedURI} at ${location.pathname}`,
      );
    });
  });
  return seen;
}

test("with classic scrollbars, only a dialog's body scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openPanel(page, "/pages?name=home");
  await page.getByRole("button", { name: "SEO settings" }).click();
  await expect(page.getByRole("dialog").getByLabel("Meta title")).toBeVisible();
  const body = await page
    .locator(".dlg__b")
    .evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
  const scrolled = await page.locator(".scrim").evaluate((scrim) => {
    scrim.scrollTo(0, 300);
    return scrim.scrollTop;
  });
  expect(scrolled).toBe(0);
});

test("the panel's tabs don't violate their content security policy", async ({ page }) => {
  const violations = await watchViolations(page);
  for (const tab of ["/dashboard", "/settings", "/settings/brand", "/people", "/blog?add=1", "/redirects"]) {
    await openPanel(page, tab);
    await expect(page.getByRole("tab").first()).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test("the home page's figures don't wrap in a 320-pixel window", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  const lines = await page
    .locator(".stat dt + dd")
    .evaluateAll((figures) =>
      figures.map((figure) =>
        Math.round(
          figure.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(figure).fontSize),
        ),
      ),
    );
  expect(lines).toEqual([1, 1, 1, 1]);
});
