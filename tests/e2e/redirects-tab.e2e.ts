import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, toast } from "../support/panel.ts";

async function openTab(page: Page) {
  await openPanel(page, "/redirects");
  await expect(page.getByRole("heading", { name: "Redirects", exact: true })).toBeVisible();
}

const unique = (name: string) => `/${name}-${Math.random().toString(36).slice(2, 8)}`;

test("a redirect can be added and edited with the keyboard alone", async ({ page }) => {
  const from = unique("old");
  await openTab(page);
  await page.getByRole("button", { name: "Add Redirect" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Old URL")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Please fill in the old URL")).toBeVisible();
  await expect(dialog.getByText("Enter the URL to redirect to.")).toBeVisible();
  await dialog.getByLabel("Old URL").focus();
  await page.keyboard.type(from);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("New URL")).toBeFocused();
  await page.keyboard.type("/contact");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Redirect added successfully")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: `Edit ${from}` }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("New URL")).toHaveValue("/contact");
  await dialog.getByLabel("Response to visitors").selectOption("410");
  await expect(dialog.getByLabel("New URL")).toBeHidden();
  await dialog.getByRole("button", { name: "Update", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Redirect updated successfully")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: from })).toContainText("Permanently removed (410)");
});

test("an import rejects a file over the limit, and previews each line before anything is imported", async ({
  page,
}) => {
  const from = unique("file");
  await openTab(page);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  const file = dialog.getByLabel("CSV file");
  const buffer = Buffer.alloc(2 * 1024 * 1024, "/from,/contact\n");
  await file.setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer });
  const tooLarge =
    "This is too large (the limit is 2 MB). Please shorten it and send it again. What you typed is still here.";
  await expect(toast(page, tooLarge)).toBeVisible();
  await expect(file).toHaveValue(/large\.csv$/);
  await file.setInputFiles({
    name: "redirects.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`From,To\n${from},/contact\n/about,/contact\n`),
  });
  await expect(toast(page, "Preview ready")).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: from })).toContainText("Will be added");
  expect((await page.request.get(from)).status()).toBe(404);

  await dialog.getByRole("button", { name: "Import 1 line" }).click();
  await expect(toast(page, "Import finished")).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: from })).toContainText("Added");
  await expect(dialog.getByRole("row").filter({ hasText: "/about" })).toContainText("There's a page at");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: from })).toContainText("/contact");
});

test("axe finds no violations on the Redirects tab, its log and dialogs", async ({ page }) => {
  const lost = unique("axe");
  await page.goto(lost);
  await openTab(page);
  await expectNoFaultsInLooks(page, "list");
  const dialog = page.getByRole("dialog");
  for (const name of ["Add Redirect", "Import CSV"]) {
    await page.getByRole("button", { name }).click();
    await expect(dialog).toBeVisible();
    await expectNoFaultsInLooks(page, name);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  await page.getByRole("link", { name: /^404 log/ }).click();
  await expect(page).toHaveURL(/view=missing/);
  await expect
    .poll(() => query("select 1 from missing_paths where path like $1", [`%${lost}`]))
    .toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("table", { name: "URLs that returned a 404" })).toBeVisible();
  await expectNoFaultsInLooks(page, "log");
});
