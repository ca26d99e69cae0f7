// The errors are real, because a table is missing. tests/http/panel-faults.test.ts covers all such toasts in SPEC 8.
import { expect } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { without } from "../support/e2e-database.ts";
import { fieldOf, openDashboard, save, tab, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });

test.beforeEach(({ page }) => openDashboard(page));

test("if a tab can't be read, a toast says so once and the panel still works", async ({ page }) => {
  await without("case_studies", async () => {
    await tab(page, "Cases").click();
    await expect(toast(page, "Failed to fetch case studies")).toBeVisible();
    await expect(tab(page, "Cases")).toHaveAttribute("aria-selected", "true");
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(toast(page, "Failed to fetch case studies")).toBeHidden();
});

test("reloading the panel on a tab that can't be read shows the same toast", async ({ page }) => {
  await tab(page, "Blog").click();
  await expect(page.getByRole("heading", { name: "Blog posts" })).toBeVisible();
  await without("blog_posts", async () => {
    await page.reload();
    await expect(toast(page, "Failed to fetch blog posts")).toBeVisible();
  });
});

test("a record that can't be deleted stays in the list", async ({ page }) => {
  await tab(page, "Industries").click();
  const button = page.getByRole("button", { name: /^Delete / }).first();
  await expect(button).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await without("industries", async () => {
    await button.click();
    await expect(toast(page, "Failed to delete industry")).toBeVisible();
  });
  await expect(button).toBeVisible();
});

for (const [name, table, form, field, message] of [
  ["Blog", "blog_posts", "blog-post", "title", "Failed to update blog post"],
  ["Cases", "case_studies", "case-study", "title", "Failed to save case study"],
  ["Pages", "website_content", "website-content", "content_value", "Failed to save content"],
] as const) {
  test(`a failed save shows "${message}" and keeps what was typed`, async ({ page }) => {
    await tab(page, name).click();
    await page
      .getByRole("button", { name: name === "Pages" ? /^Edit .* title$/ : /^Edit / })
      .first()
      .click();
    await fieldOf(page, form, field).fill("Typed before the fault");
    await without(table, async () => {
      await save(page);
      await expect(toast(page, message)).toBeVisible();
    });
    await expect(page.getByText("What you typed is still here. Try again.")).toBeVisible();
    await expect(fieldOf(page, form, field)).toHaveValue("Typed before the fault");
    // Cancel asks first, because nothing was saved.
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(fieldOf(page, form, field)).toBeHidden();
  });
}

test('a blank name shows "Industry name is required" at the field', async ({ page }) => {
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill("   ");
  await save(page);
  await expect(toast(page, "Industry name is required")).toBeVisible();
  await expect(fieldOf(page, "industry", "name")).toBeFocused();
});
