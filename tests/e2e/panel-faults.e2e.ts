// Every toast of SPEC 8 that says a read or write of the panel failed, provoked by its real cause: the table is away.
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { embeddedConnection } from "../../server/postgres.ts";
import { E2E_FOLDER } from "../support/e2e.ts";
import { openPanel } from "../support/panel.ts";
import { queryOnce } from "../support/query-once.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });

const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });
const fieldOf = (page: Page, form: string, name: string) =>
  page.locator(`form[data-form="${form}"] [name="${name}"]`);

/** Does something while a table cannot be found. */
async function without(table: string, something: () => Promise<void>) {
  const rename = (from: string, to: string) =>
    queryOnce(embeddedConnection(path.join(E2E_FOLDER, "data")), `alter table ${from} rename to ${to}`);
  await rename(table, `${table}_away`);
  try {
    await something();
  } finally {
    await rename(`${table}_away`, table);
  }
}

test.beforeEach(async ({ page }) => {
  await openPanel(page, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

for (const [tab, table, message] of [
  ["Blog", "blog_posts", "Failed to fetch blog posts"],
  ["Cases", "case_studies", "Failed to fetch case studies"],
  ["Cases", "industries", "Failed to fetch case studies"],
  ["Industries", "industries", "Failed to fetch industries"],
  ["Settings", "website_settings", "Failed to fetch settings"],
  ["Content", "website_content", "Failed to fetch content"],
  ["Pages", "website_content", "Failed to fetch page content"],
  ["Pages", "page_seo", "Failed to fetch page SEO data"],
] as const) {
  test(`"${message}" where ${table} cannot be read, over an otherwise working ${tab} tab`, async ({
    page,
  }) => {
    await without(table, async () => {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await expect(toast(page, message)).toBeVisible();
      await expect(page.getByRole("tab", { name: tab, exact: true })).toHaveAttribute(
        "aria-selected",
        "true",
      );
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(toast(page, message)).toBeHidden();
  });
}

for (const [tab, table, message] of [
  ["Blog", "blog_posts", "Failed to delete blog post"],
  ["Cases", "case_studies", "Failed to delete case study"],
  ["Industries", "industries", "Failed to delete industry"],
] as const) {
  test(`"${message}" where it cannot be written, and the record stays in the list`, async ({ page }) => {
    await page.getByRole("tab", { name: tab, exact: true }).click();
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

for (const { tab, form, field, table, message, add } of [
  {
    tab: "Blog",
    form: "blog-post",
    field: "title",
    table: "blog_posts",
    message: "Failed to update blog post",
  },
  {
    tab: "Blog",
    form: "blog-post",
    field: "title",
    table: "blog_posts",
    message: "Failed to add blog post",
    add: { button: "Add Blog Post", fields: { content: "<p>Words</p>" } },
  },
  {
    tab: "Cases",
    form: "case-study",
    field: "title",
    table: "case_studies",
    message: "Failed to save case study",
  },
  {
    tab: "Industries",
    form: "industry",
    field: "name",
    table: "industries",
    message: "Failed to save industry",
    add: { button: "Add Industry", fields: {} },
  },
]) {
  test(`"${message}" where it cannot be written, and what was typed is still there`, async ({ page }) => {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    if (add) await page.getByRole("button", { name: add.button }).click();
    else
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
    for (const [name, value] of Object.entries(add?.fields ?? {}))
      await fieldOf(page, form, name).fill(value);
    await fieldOf(page, form, field).fill("Typed before the fault");
    await without(table, async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
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

for (const [tab, message] of [
  ["Content", "Failed to update content"],
  ["Pages", "Failed to save content"],
] as const) {
  test(`"${message}" on the ${tab} tab where it cannot be written, and what was typed is still there`, async ({
    page,
  }) => {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page
      .getByRole("button", { name: /^Edit .* title$/ })
      .first()
      .click();
    const value = fieldOf(page, "website-content", "content_value");
    await value.fill("Typed before the fault");
    await without("website_content", async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(toast(page, message)).toBeVisible();
    });
    await expect(value).toHaveValue("Typed before the fault");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(value).toBeHidden();
  });
}

test('"Failed to delete content" where it cannot be written, and the text stays', async ({ page }) => {
  await page.getByRole("tab", { name: "Content", exact: true }).click();
  await page
    .getByRole("button", { name: /^Edit .* title$/ })
    .first()
    .click();
  await fieldOf(page, "website-content", "content_value").fill("The owner's own");
  await page.getByRole("button", { name: "Save", exact: true }).click();
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
  await page.getByRole("tab", { name: "Industries", exact: true }).click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill("   ");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Industry name is required")).toBeVisible();
  await expect(fieldOf(page, "industry", "name")).toBeFocused();
});
