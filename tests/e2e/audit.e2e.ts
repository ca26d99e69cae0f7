// The audited website is this same site, under another host name.
import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.79" } });

const form = (page: Page) => page.locator('form[data-form="audit"]');

async function askByKeyboard(page: Page, website = "named.example.org") {
  await page.goto("/");
  await form(page).getByLabel("Website").focus();
  for (const text of [website, "Ada Byron", "ada@example.com"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

/** Returns how far the headline is below the top of its section. */
const headlineTop = (page: Page) =>
  page
    .getByRole("heading", { name: "Get a Free SEO Audit" })
    .evaluate((it) => it.getBoundingClientRect().top - it.closest("section")!.getBoundingClientRect().top);

/** Checks that the page prints on two sheets at most. */
async function expectShortPrint(page: Page) {
  // Browsers fire this event before they print.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format })).toString("latin1");
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length;
    expect([1, 2], format).toContain(sheets);
  }
}

test("the score appears in the form's live region, next to a link to the report", async ({ page }) => {
  await page.goto("/");
  const top = await headlineTop(page);
  await askByKeyboard(page);
  const status = form(page).getByRole("status");
  await expect(status).toContainText("Checking named.example.org");
  await expect(status).toContainText(/Score\s*\d+\/100/);
  await expect(status).toContainText(/\d+ errors?/);
  // The result grows downward.
  expect(await headlineTop(page)).toBe(top);
  await expect(form(page).getByRole("region", { name: "What happens next" })).toBeFocused();
  await form(page).getByRole("link", { name: "Open your report" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("SEO check of named.example.org");
  const offer = page.getByRole("complementary", { name: "Fix these three first" });
  const beside = await offer.boundingBox();
  await page.getByRole("heading", { name: "Errors" }).evaluate((it) => it.scrollIntoView());
  await expect(offer).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 640 });
  const above = await offer.boundingBox();
  expect(above!.x).toBeLessThan(beside!.x);
  await expectNoFaults(page, "the report");
  await expectShortPrint(page);
  await page.goto("/audit-method");
  await expectNoFaults(page, "the method");
});

test("if there's no website at a URL, the form shows an error and no report link", async ({ page }) => {
  await askByKeyboard(page, "nosuch.example.org");
  await expect(form(page).getByRole("status")).toContainText("We couldn’t find a public website at this URL");
  await expect(form(page).getByRole("link", { name: "Open your report" })).toBeHidden();
  await form(page).getByRole("link", { name: "Try another URL" }).press("Enter");
  await expect(form(page).getByLabel("Website")).toBeInViewport();
});
