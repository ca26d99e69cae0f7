import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, toast, undoOf } from "../support/panel.ts";

async function openTab(page: Page) {
  await openPanel(page, "/redirects");
  await expect(page.getByRole("heading", { name: "Redirects", exact: true })).toBeVisible();
}

const unique = (name: string) => `/${name}-${Math.random().toString(36).slice(2, 8)}`;

test("a redirect can be added, edited, deleted and restored with the keyboard alone", async ({ page }) => {
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
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Redirect updated successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: from });
  await expect(row).toContainText("Permanently removed (410)");

  page.once("dialog", (confirm) => confirm.accept());
  await page.getByRole("button", { name: `Delete ${from}` }).focus();
  await page.keyboard.press("Enter");
  const undo = undoOf(page, "Redirect deleted successfully");
  await undo.waitFor();
  await page.keyboard.press("F6");
  await expect(row).toHaveCount(0);
  await undo.press("Enter");
  await expect(row).toContainText("Permanently removed (410)");
});

test("a new redirect saved as a draft is listed as inactive", async ({ page }) => {
  const from = unique("kept");
  await openTab(page);
  await page.getByRole("button", { name: "Add Redirect" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Old URL").fill(from);
  await dialog.getByLabel("New URL").fill("/contact");
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: from })).toContainText("OffPending changes");
  await page.getByRole("button", { name: `Edit ${from}` }).click();
  await expect(dialog.getByText("Not published yet")).toBeVisible();
  await expect(dialog.getByLabel("Status")).toHaveValue("true");
  await dialog.getByRole("link", { name: "Show saved version" }).click();
  await expect(dialog.getByLabel("Status")).toHaveValue("false");
});

test("the 404 log opens a new redirect prefilled with a missing URL", async ({ page }) => {
  const lost = unique("lost");
  await page.goto(lost, { referer: "https://news.example/story" });
  await openTab(page);
  await page.getByRole("link", { name: /^404 log/ }).click();
  await expect(page).toHaveURL(/view=missing/);
  const row = page.getByRole("row").filter({ hasText: lost });
  await expect
    .poll(() => query("select 1 from missing_paths where path like $1", [`%${lost}`]))
    .toHaveLength(1);
  await page.reload();
  await expect(row).toContainText("news.example");
  await page.getByRole("button", { name: `Create redirect from ${lost}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Old URL")).toHaveValue(lost);
  await dialog.getByLabel("New URL").fill("/about");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Redirect added successfully")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(lost);
  await expect(page).toHaveURL(/\/about$/);
});

test("an import previews each line before anything is imported", async ({ page }) => {
  const from = unique("file");
  await openTab(page);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("CSV file").setInputFiles({
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
  await page.getByLabel("Search by URL").fill(from);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("row").filter({ hasText: from })).toContainText("/contact");
});

test("a file over the size limit is rejected, and the toast names the limit", async ({ page }) => {
  await openTab(page);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  const buffer = Buffer.alloc(2 * 1024 * 1024, "/from,/contact\n");
  await dialog.getByLabel("CSV file").setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer });
  await expect(
    toast(
      page,
      "This is too large (the limit is 2 MB). Please shorten it and send it again. What you typed is still here.",
    ),
  ).toBeVisible();
  await expect(dialog.getByLabel("CSV file")).toHaveValue(/large\.csv$/);
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
