import { expect } from "@playwright/test";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";

const PHONE = { width: 375, height: 812 };
const DESKTOP = { width: 1280, height: 800 };

/** What a phone shows only after a click on the title. */
const FOLDED = [
  ["/", "local-seo", "Be found on the map"],
  ["/", "local", "St. George, New Dorp"],
  ["/", "why", "The person who plans your work"],
  ["/services/local-seo", "process-title", "Audit and baseline"],
  ["/services/local-seo", "features-title", "Name, address and phone corrected"],
  ["/services/local-seo", "comparison-title", "Your time each month"],
] as const;

for (const [path, title, words] of FOLDED) {
  test(`on a phone, "${title}" on ${path} opens what follows it; a desktop shows it at once`, async ({
    page,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    const folded = page.locator("main").getByText(words).first();
    const button = page.locator(`.fold > [aria-labelledby="${title}"]`);
    await expect(folded).toBeVisible();
    await expect(button).toBeHidden();
    await page.setViewportSize(PHONE);
    await expect(folded).toBeHidden();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(folded).toBeVisible();
    await button.click();
    await expect(folded).toBeHidden();
  });
}

test("on a phone, a link to the enquiry form opens it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/services/local-seo");
  const message = page.locator("[data-form=service]").getByLabel("Project details");
  await expect(message).toBeHidden();
  await page.locator("#pricing").getByRole("link", { name: "Get a Quote" }).click();
  await expect(message).toBeVisible();
  await expect(page.locator("#inquiry .fold")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, a phone opens the enquiry form, and errors are shown in it", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/services/local-seo");
    const form = page.locator("[data-form=service]");
    await page.locator("#inquiry .fold > summary").click();
    await form.getByLabel("Name", { exact: true }).fill("Ada");
    await form.getByLabel("Email").fill("ada@nowhere");
    await form.getByLabel("Project details").fill("More calls");
    await form.getByRole("button", { name: "Send Inquiry" }).click();
    await expect(form.getByLabel("Email")).toHaveValue("ada@nowhere");
    await expect(form.locator("[aria-invalid=true]")).toBeVisible();
  });
});

test("with everything opened on a phone, axe finds nothing and nothing scrolls sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of ["/", "/services/local-seo", "/services/gbp-optimization", "/services/technical-seo"]) {
    await page.goto(path);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) if (one.closest("main")) one.open = true;
    });
    expect(await findAxeFaults(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
