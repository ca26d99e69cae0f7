import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { MAIL_FOLDER } from "../support/e2e.ts";
import { waitForMail } from "../support/mail.ts";

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.78" } });

const box = (page: Page) => page.locator('form[data-form="newsletter"]');

async function linkOf(email: string, step: "confirm" | "unsubscribe") {
  const { text = "" } = await waitForMail(MAIL_FOLDER, ({ envelope }) => envelope.to.includes(email));
  return new RegExp(`https?://\\S+/newsletter/${step}/\\S+`).exec(text)?.[0] ?? "";
}

test("a visitor subscribes on the blog, confirms via the email, and unsubscribes", async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/blog");
  await box(page).getByLabel("Email address").fill("ada@x");
  await box(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(box(page).getByLabel("Email address")).toHaveAccessibleDescription(/full email address/);
  await expect(box(page).getByLabel("Email address")).toHaveValue("ada@x");

  await box(page).getByLabel("Email address").fill(email);
  await box(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Please check your inbox.")).toBeVisible();
  await expect(box(page).getByLabel("Email address")).toHaveValue("");

  await page.goto(await linkOf(email, "confirm"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "You’re Subscribed" })).toBeVisible();
  await page.goto(await linkOf(email, "unsubscribe"));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’re Unsubscribed" })).toBeVisible();
});

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
  await page.goto(await linkOf(email, "confirm"));
  expect(await findAxeFaults(page)).toEqual([]);
});
