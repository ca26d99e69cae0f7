// The Enquiries tab in a browser: what visitors sent, looked after by the owner.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { ADMIN_PASSWORD } from "../support/e2e.ts";

const PANEL = "/admin-control-panel-seoprozone";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });

async function receive(page: Page, name: string) {
  const response = await page.request.post("/api/send-contact-email", {
    data: {
      name,
      email: "ada@example.com",
      message: "Line one\nLine two",
      formType: "contact",
      services: ["Local SEO"],
    },
  });
  expect(response.status()).toBe(200);
}

async function openTab(page: Page) {
  await page.goto(PANEL);
  await page.getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /^Enquiries/ }).click();
  await expect(page.getByRole("heading", { name: "Enquiries", exact: true })).toBeVisible();
}

const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

test("an enquiry is opened, noted, moved on and deleted; each is said in a toast", async ({ page }) => {
  const name = unique("Ada");
  await receive(page, name);
  await openTab(page);
  await page.getByRole("link", { name }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Line two");
  await expect(dialog).toContainText("Local SEO");
  await dialog.getByLabel("Private note").fill("Called back");
  await dialog.getByRole("button", { name: "Add note" }).click();
  await expect(toast(page, "Note added")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Called back" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByLabel(`Status of the enquiry from ${name}`).selectOption("contacted");
  await expect(toast(page, "Status set to contacted")).toBeVisible();
  await page.getByLabel("Status filter").selectOption("contacted");
  await page.getByRole("link", { name }).click();
  page.once("dialog", (confirm) => confirm.accept());
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Enquiry deleted")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

for (const width of [375, 1280]) {
  test(`the tab and its dialog have no axe violation at ${width}, light and dark`, async ({ page }) => {
    const name = unique("Grace");
    await receive(page, name);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openTab(page);
    for (const theme of ["light", "dark"]) {
      await page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), theme);
      const list = await new AxeBuilder({ page }).analyze();
      expect(list.violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.getByRole("link", { name }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      const open = await new AxeBuilder({ page }).analyze();
      expect(open.violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  });
}
