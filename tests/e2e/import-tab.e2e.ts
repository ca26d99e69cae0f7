import { expect } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { wxr } from "../support/exports.ts";
import { openPanel, toast } from "../support/panel.ts";

const unique = Math.random().toString(36).slice(2, 8);
const FILE = {
  name: "old-site.xml",
  mimeType: "text/xml",
  buffer: Buffer.from(
    wxr(
      { id: 1, title: `Moved ${unique}`, content: "[pricing id='1']<p>Words</p><script>x</script>" },
      { id: 2, title: "Secret", status: "private" },
    ),
  ),
};

test("a file is imported and the import removed by keyboard, and the report names skipped items", async ({
  page,
}) => {
  await openPanel(page, "/import");
  await page.getByLabel("Files").setInputFiles(FILE);
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("heading", { name: "What we found" })).toBeVisible();
  const left = page.getByText("Won't be imported (1)");
  await left.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("It's private.")).toBeVisible();
  await page.getByText("Unknown shortcodes, removed").click();
  await expect(page.getByText("pricing (1)")).toBeVisible();
  await page.getByLabel("Images").selectOption("Leave on the old site");
  await page.getByRole("button", { name: "Update report" }).press("Enter");
  await expect(toast(page, "Report updated")).toBeVisible();
  await expect(page.getByLabel("Images")).toHaveValue("link");
  const start = page.getByRole("button", { name: "Import", exact: true });
  await expect(start).toBeEnabled();
  await start.press("Enter");
  await expect(page.getByRole("link", { name: "Review and publish" })).toBeVisible();
  await page.getByRole("button", { name: "Remove import" }).press("Enter");
  await expect(toast(page, "Import removed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Review and publish" })).toBeHidden();
});

test("axe finds no violations in the Import tab and report", async ({ page }) => {
  await openPanel(page, "/import");
  await expectNoFaultsInLooks(page, "start");
  await page.getByLabel("Files").setInputFiles(FILE);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "What we found" })).toBeVisible();
  for (const part of await page.locator("summary").all()) await part.click();
  await expectNoFaultsInLooks(page, "report");
  await page.getByRole("button", { name: "Cancel import" }).click();
  await expect(toast(page, "Import canceled")).toBeVisible();
  await expectNoFaultsInLooks(page, "canceled");
});
