import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { MAIL_FOLDER } from "../support/e2e.ts";
import { waitForMail } from "../support/mail.ts";

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.78" } });

const box = (page: Page) => page.locator('form[data-form="newsletter"]');

async function confirmLinkOf(email: string) {
  const { text = "" } = await waitForMail(MAIL_FOLDER, ({ envelope }) => envelope.to.includes(email));
  return /https?:\/\/\S+\/newsletter\/confirm\/\S+/.exec(text)?.[0] ?? "";
}

test("the newsletter form and the confirmation page have no accessibility violations", async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/blog");
  await box(page).getByLabel("Email address").fill("ada@x");
  await box(page).getByLabel("Email address").press("Enter");
  await expect(box(page).getByLabel("Email address")).toBeFocused();
  await expect(box(page).locator(".error")).toBeVisible();
  expect(await findAxeFaults(page, ".news")).toEqual([]);

  await box(page).getByLabel("Email address").fill(email);
  await box(page).getByLabel("Email address").press("Enter");
  await expect(page.getByText("Please check your inbox.")).toBeVisible();
  await page.goto(await confirmLinkOf(email));
  expect(await findAxeFaults(page)).toEqual([]);
});
