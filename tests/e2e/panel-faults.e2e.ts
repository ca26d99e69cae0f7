// Every toast of SPEC 8 that says a read or write of the panel failed, provoked by its real cause: the table is away.
import { expect, test } from "@playwright/test";
import { without } from "../support/e2e-database.ts";
import { fieldOf, openDashboard, save, tab, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });

test.beforeEach(({ page }) => openDashboard(page));

for (const [name, table, message] of [
  ["Blog", "blog_posts", "Failed to fetch blog posts"],
  ["Cases", "case_studies", "Failed to fetch case studies"],
  ["Cases", "industries", "Failed to fetch case studies"],
  ["Industries", "industries", "Failed to fetch industries"],
  ["Settings", "website_settings", "Failed to fetch settings"],
  ["Content", "website_content", "Failed to fetch content"],
  ["Pages", "website_content", "Failed to fetch page content"],
  ["Pages", "page_seo", "Failed to fetch page SEO data"],
] as const) {
  test(`"${message}" where ${table} cannot be read, over an otherwise working ${name} tab`, async ({
    page,
  }) => {
    await without(table, async () => {
      await tab(page, name).click();
      await expect(toast(page, message)).toBeVisible();
      await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(toast(page, message)).toBeHidden();
  });
}

test("a tab that cannot be read says so too where the panel is opened with it", async ({ page }) => {
  await tab(page, "Blog").click();
  await expect(page.getByRole("heading", { name: "Blog posts" })).toBeVisible();
  await without("blog_posts", async () => {
    await page.reload();
    await expect(toast(page, "Failed to fetch blog posts")).toBeVisible();
  });
});

for (const [name, table, message] of [
  ["Blog", "blog_posts", "Failed to delete blog post"],
  ["Cases", "case_studies", "Failed to delete case study"],
  ["Industries", "industries", "Failed to delete industry"],
] as const) {
  test(`"${message}" where it cannot be written, and the record stays in the list`, async ({ page }) => {
    await tab(page, name).click();
    const button = page.getByRole("button", { name: /^Delete / }).first();
    await expect(button).toBeVisible();
    page.once("dialog", (dialog) => dialog.accept());
    await without(table, async () => {
      await button.click();
      await expect(toast(page, message)).toBeVisible();
    });
    await expect(button).toBeVisible();
  });
}

for (const { name, form, field, table, message, add } of [
  {
    name: "Blog",
    form: "blog-post",
    field: "title",
    table: "blog_posts",
    message: "Failed to update blog post",
  },
  {
    name: "Blog",
    form: "blog-post",
    field: "title",
    table: "blog_posts",
    message: "Failed to add blog post",
    add: { button: "Add Blog Post", fields: { content: "<p>Words</p>" } },
  },
  {
    name: "Cases",
    form: "case-study",
    field: "title",
    table: "case_studies",
    message: "Failed to save case study",
  },
  {
    name: "Industries",
    form: "industry",
    field: "name",
    table: "industries",
    message: "Failed to save industry",
    add: { button: "Add Industry", fields: {} },
  },
]) {
  test(`"${message}" where it cannot be written, and what was typed is still there`, async ({ page }) => {
    await tab(page, name).click();
    if (add) await page.getByRole("button", { name: add.button }).click();
    else
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
    for (const [key, value] of Object.entries(add?.fields ?? {})) await fieldOf(page, form, key).fill(value);
    await fieldOf(page, form, field).fill("Typed before the fault");
    await without(table, async () => {
      await save(page);
      await expect(toast(page, message)).toBeVisible();
    });
    await expect(page.getByText("What you typed is still here. Try again.")).toBeVisible();
    await expect(fieldOf(page, form, field)).toHaveValue("Typed before the fault");
    // Leaving asks, for nothing was saved.
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(fieldOf(page, form, field)).toBeHidden();
  });
}

for (const [name, message] of [
  ["Content", "Failed to update content"],
  ["Pages", "Failed to save content"],
] as const) {
  test(`"${message}" on the ${name} tab where it cannot be written, and what was typed is still there`, async ({
    page,
  }) => {
    await tab(page, name).click();
    await page
      .getByRole("button", { name: /^Edit .* title$/ })
      .first()
      .click();
    const value = fieldOf(page, "website-content", "content_value");
    await value.fill("Typed before the fault");
    await without("website_content", async () => {
      await save(page);
      await expect(toast(page, message)).toBeVisible();
    });
    await expect(value).toHaveValue("Typed before the fault");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(value).toBeHidden();
  });
}

test('"Failed to delete content" where it cannot be written, and the text stays', async ({ page }) => {
  await tab(page, "Content").click();
  await page
    .getByRole("button", { name: /^Edit .* title$/ })
    .first()
    .click();
  await fieldOf(page, "website-content", "content_value").fill("The owner's own");
  await save(page);
  const button = page.getByRole("button", { name: /^Delete / });
  await expect(button).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await without("website_content", async () => {
    await button.click();
    await expect(toast(page, "Failed to delete content")).toBeVisible();
  });
  await button.click();
  await expect(toast(page, "Content deleted successfully")).toBeVisible();
});

test('"Industry name is required": a blank name is said at the field', async ({ page }) => {
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill("   ");
  await save(page);
  await expect(toast(page, "Industry name is required")).toBeVisible();
  await expect(fieldOf(page, "industry", "name")).toBeFocused();
});
