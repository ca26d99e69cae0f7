import { expect } from "@playwright/test";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";

test("the header shows the consultation button, and a phone a contact bar unless the page's form or button is in view", async ({
  page,
}) => {
  await page.goto("/services/local-seo");
  for (const width of [480, 640, 1024, 1119]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator(".header__cta")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Open menu" })).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".cta-bar")).toBeHidden();
  }
  await page.setViewportSize({ width: 375, height: 812 });
  const ask = page.locator(".cta-bar").getByRole("link", { name: "Get Free Consultation" });
  await expect(ask).toBeInViewport({ ratio: 1 });
  // The home page's hero already has the same button.
  await page.goto("/");
  await expect(page.locator(".cta-bar")).toBeHidden();
  const toForm = page.locator("main").getByRole("link", { name: "Get Free Consultation" }).first();
  await expect(toForm).toBeInViewport({ ratio: 1 });
  await toForm.click();
  await expect(page.locator("[data-form=hero]")).toBeInViewport();
  await expect(page.locator(".cta-bar")).toBeHidden();
  await page.getByRole("heading", { name: "SEO Services for Every Stage" }).scrollIntoViewIfNeeded();
  await expect(page.locator(".cta-bar")).toBeVisible();
  expect(await findAxeFaults(page)).toEqual([]);
});

test("'Get Quote' preselects its service, even one that the contact form doesn't list", async ({ page }) => {
  await page.goto("/services");
  const card = page.locator("article").filter({ has: page.getByRole("link", { name: "GBP Optimization" }) });
  await card.getByRole("link", { name: "Get Quote" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/contact#gbp-optimization$/);
  await expect(page.getByRole("checkbox", { name: "GBP Optimization" })).toBeChecked();
  await page.goto("/contact#digital-pr");
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Digital PR" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "GBP Optimization" })).toBeHidden();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("'What happens next' replaces the fields and gets focus (decision 0035.36)", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ada Example");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("textbox", { name: "Message" }).fill("How long does it take?");
  await page.locator("[data-form=contact] [type=submit]").click();
  const toast = page.locator(".toasts > .toast");
  await expect(toast).toContainText("Thank you for your message!");
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
  const form = page.locator("[data-form=contact]");
  await expect(form.getByText("Thank you for your message!")).toBeVisible();
  const panel = form.getByRole("region", { name: "What happens next" });
  await expect(panel).toBeFocused();
  await expect(panel).toBeInViewport({ ratio: 1 });
  await expect(form.getByLabel("Name")).toBeHidden();
  expect(await findAxeFaults(page)).toEqual([]);
  await form.getByText("Send another").click();
  await expect(form.getByLabel("Name")).toHaveValue("");
});

test.describe("forced colors", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" }, colorScheme: "dark" });

  test("with forced colors, highlights, the logo's name and the current page stay distinguishable", async ({
    page,
  }) => {
    await page.goto("/services");
    const mark = page.locator("h1 .hl");
    await expect(mark).toHaveCSS("mix-blend-mode", "normal");
    const name = page.locator(".logo__text").first();
    const link = await page
      .locator(".nav a")
      .last()
      .evaluate((one) => getComputedStyle(one).color);
    await expect(name).toHaveCSS("color", link);
    await expect(page.locator(".nav [aria-current]")).toHaveCSS("border-bottom-style", "solid");
  });
});

test("a missing service shows an error, which the toast doesn't cover, and nothing is sent", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/");
  const form = page.locator("[data-form=hero]");
  for (const name of ["firstName", "lastName", "phone"]) await form.locator(`[name=${name}]`).fill("Ada");
  await form.locator("[name=email]").fill("ada@example.com");
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent++;
  });
  await form.locator("[type=submit]").click();
  const toast = page.locator(".toasts > .toast");
  await expect(toast).toContainText("Please select a service you're interested in.");
  const service = form.locator("[name=service]");
  await expect(service).toBeFocused();
  const [over, field] = [await toast.boundingBox(), await service.boundingBox()];
  expect(over!.y + over!.height).toBeLessThan(field!.y);
  await expect(form.getByText("Choose a service.")).toBeVisible();
  await service.selectOption("Local SEO");
  await expect(form.getByText("Choose a service.")).toHaveCount(0);
  expect(sent).toBe(0);
});
