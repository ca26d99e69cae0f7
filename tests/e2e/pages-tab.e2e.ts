import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, save, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.48" } });

const fieldOf = (page: Page, name: string) => page.locator(`form[data-form="page-seo"] [name="${name}"]`);
const select = (page: Page) => page.getByRole("combobox", { name: "Page", exact: true });
const checks = (page: Page) => page.getByRole("region", { name: "Publish checks" });

async function openTab(page: Page) {
  await openPanel(page, "/pages");
  await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible();
}

async function openSeo(page: Page, name: string) {
  await openPanel(page, `/pages?name=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "SEO settings" }).click();
  await expect(page.getByRole("dialog", { name: "SEO settings" })).toBeVisible();
}

const forget = (name: string) => query("delete from page_seo where page_name = $1", [name]);

test("typing in SEO fields updates the previews, and checks link to the field to change", async ({
  page,
}) => {
  await openSeo(page, "team");
  const result = page.getByTestId("search-result");
  await expect(fieldOf(page, "meta_title")).toBeFocused();
  await fieldOf(page, "meta_title").fill("People who know search");
  await expect(result).toContainText("People who know search");
  await expect(page.getByTestId("social-card")).toContainText("People who know search");
  await expect(page.getByText("22 of 60 characters")).toBeVisible();
  await expect(page.getByTestId("social-card").locator("img")).toHaveJSProperty("naturalWidth", 1200);

  // Hints don't block saving (decision 0035.17).
  const long = "Words about our people ".repeat(9).trim();
  await fieldOf(page, "meta_description").fill(long);
  await expect(page.getByText(`${long.length} of 160 characters, may be cut off`)).toBeVisible();
  const onDesktop = await result.locator(".serp__d").textContent();
  await page.getByRole("button", { name: "Mobile" }).click();
  await expect(result.locator(".serp__d")).not.toHaveText(onDesktop!);
  await expect(result.locator(".serp__d")).toHaveText(/ \.\.\.$/);
  await save(page);
  await expect(toast(page, "SEO settings updated successfully")).toBeVisible();

  await expect(checks(page)).toContainText("it will be cut off in search results");
  // Passed checks are collapsed.
  await expect(checks(page).getByText("Canonical URL")).toBeHidden();
  await checks(page)
    .getByText(/^Passed \(/)
    .click();
  await expect(checks(page).getByText("Canonical URL")).toBeVisible();
  await checks(page).getByRole("link", { name: "Edit meta description" }).click();
  await expect(fieldOf(page, "meta_description")).toBeFocused();
  await fieldOf(page, "meta_keywords").focus();
  await page.getByRole("button", { name: "Check this page" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Edit meta description" }).click();
  await expect(fieldOf(page, "meta_description")).toBeFocused();

  await forget("team");
});

test("a case study's checks run after a save and from its form", async ({ page }) => {
  const [study] = await query<{ id: string }>(
    "select id from case_studies where published and deleted_at is null limit 1",
  );
  await openPanel(page, `/case-studies?edit=${study!.id}`);
  await page.getByRole("button", { name: "Check this page" }).click();
  await expect(page.getByRole("dialog").getByRole("region", { name: "Publish checks" })).toContainText(
    /issues? on|No issues on/,
  );
  await save(page);
  await expect(toast(page, "Case study updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(checks(page)).toContainText("/case-studies/");
  await checks(page).getByRole("button", { name: "Close the publish checks" }).click();
  await expect(checks(page)).toHaveCount(0);
});

test("a chosen page shows in the selector while it loads, and the next choice counts", async ({ page }) => {
  await openTab(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await select(page).selectOption("sitemap");
  await expect(select(page)).toHaveValue("sitemap");
  await select(page).press("Home");
  await expect(select(page)).toHaveValue("home");
  release();
  await expect(page).toHaveURL(/name=home/);
  await expect(select(page)).toHaveValue("home");
});

test("a page's SEO can be changed and saved with the keyboard alone, and noindex on the home page asks", async ({
  page,
}) => {
  await openTab(page);
  await select(page).focus();
  await page.keyboard.type("sitemap");
  await expect(page).toHaveURL(/name=sitemap/);
  await page.keyboard.press("Home");
  await expect(select(page)).toHaveValue("home");
  await select(page).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, "meta_title")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Every page");
  // The home page's noindex must be confirmed by typing.
  await fieldOf(page, "is_indexable").focus();
  await page.keyboard.press("Space");
  await fieldOf(page, "meta_title").press("Enter");
  await expect(fieldOf(page, "confirmation")).toBeFocused();
  await fieldOf(page, "is_indexable").focus();
  await page.keyboard.press("Space");
  await fieldOf(page, "meta_title").press("Enter");
  await expect(toast(page, "SEO settings updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await forget("home");
});

test('the search opens the page editor for "edit" and part of an added page\'s name', async ({ page }) => {
  await query(
    "insert into landing_pages (title, slug, sections, published) values ('SEO for Dentists', 'seo-for-dentists', '[]', false)",
  );
  await openTab(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("edit dentists");
  await expect(page.getByRole("option", { name: "Edit on page: SEO for Dentists" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/edit-page\?path=%2Fseo-for-dentists$/);
  await expect(page.locator("iframe")).toHaveAttribute("title", "The page /seo-for-dentists");
  // The editor's own selector has it, too.
  await expect(select(page)).toHaveValue("/seo-for-dentists");

  await openPanel(page, "/pages");
  await select(page).selectOption({ label: "SEO for Dentists" });
  await expect(page.getByLabel("Title *")).toHaveValue("SEO for Dentists");
  await query("delete from landing_pages where slug = 'seo-for-dentists'");
});

test("the list of all pages leads to the editor, the SEO dialog and the text of a page, without a mouse", async ({
  page,
}) => {
  await openTab(page);
  const list = page.getByRole("region", { name: /^All pages \(\d+\)$/ });
  // The selector, the text and the SEO settings of the first page are there at once.
  await expect(select(page)).toHaveValue("home");
  await expect(page.getByRole("table")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "SEO settings" })).toBeVisible();
  await list.getByRole("link", { name: "Text Team", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(select(page)).toHaveValue("team");
  await expect(page.getByRole("heading", { name: "Text and SEO: Team" })).toBeFocused();
  await expect(page.getByRole("table", { name: "Content on the page team, in page order" })).toBeInViewport();
  await list.getByRole("link", { name: "SEO Contact", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, "meta_title")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await list.getByRole("link", { name: "Edit on page About", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/edit-page\?path=%2Fabout/);
});

test("axe finds no violations in the Pages tab's list, dialog and report", async ({ page }) => {
  await openSeo(page, "services/local-seo");
  await fieldOf(page, "meta_title").fill(
    "A title that is by far too long for any result of any search engine",
  );
  await fieldOf(page, "is_indexable").uncheck();
  await page.getByRole("button", { name: "Check this page" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await expectNoFaultsInLooks(page, "report");
  page.once("dialog", (dialog) => dialog.accept());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectNoFaultsInLooks(page, "list");
});
