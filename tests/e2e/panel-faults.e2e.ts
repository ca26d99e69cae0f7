// The errors are real, because a table is missing. tests/http/panel-faults.test.ts covers all such toasts in SPEC 8.
import { expect } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { without } from "../support/e2e-database.ts";
import { acceptDialogs, fieldOf, openDashboard, openPanel, save, tab, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });

test("if a tab can't be read, a toast says so once and the panel still works", async ({ page }) => {
  await openDashboard(page);
  await without("case_studies", async () => {
    await tab(page, "Cases").click();
    await expect(toast(page, "Failed to fetch case studies")).toBeVisible();
    await expect(tab(page, "Cases")).toHaveAttribute("aria-selected", "true");
    await page.reload();
    await expect(toast(page, "Failed to fetch case studies")).toBeVisible();
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(toast(page, "Failed to fetch case studies")).toBeHidden();
});

test("a failed save keeps what was typed, and a record that can't be deleted stays in the list", async ({
  page,
}) => {
  await openPanel(page, "/blog");
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const title = fieldOf(page, "blog-post", "title");
  await title.fill("Typed before the fault");
  await without("blog_posts", async () => {
    await save(page);
    await expect(toast(page, "Failed to update blog post")).toBeVisible();
  });
  await expect(page.getByText("What you typed is still here. Try again.")).toBeVisible();
  await expect(title).toHaveValue("Typed before the fault");
  // Cancel asks first, because nothing was saved.
  const asked = acceptDialogs(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(title).toBeHidden();
  expect(asked).toHaveLength(1);

  const remove = page.getByRole("button", { name: /^Delete / }).first();
  await without("blog_posts", async () => {
    await remove.click();
    await expect(toast(page, "Failed to delete blog post")).toBeVisible();
  });
  await expect(remove).toBeVisible();
});
