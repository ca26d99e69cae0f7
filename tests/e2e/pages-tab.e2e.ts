import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
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
  await openTab(page);
  await select(page).selectOption(name);
  await expect(page).toHaveURL(new RegExp(`name=${encodeURIComponent(name)}`));
  await page.getByRole("button", { name: "SEO settings" }).click();
  await expect(page.getByRole("dialog", { name: "SEO settings" })).toBeVisible();
}

const forget = (name: string) => query("delete from page_seo where page_name = $1", [name]);

test("a text is changed on the Pages tab, shown on the site, and reset", async ({ page }) => {
  await openTab(page);
  await expect(select(page)).toHaveValue("home");
  await select(page).selectOption("terms");
  await expect(page.getByRole("region", { name: "SEO settings for this page" })).toContainText("Indexable");

  await page.getByRole("button", { name: "Edit terms content title", exact: true }).click();
  await page.getByRole("textbox", { name: "Value" }).fill("Our terms, in short");
  await save(page);
  await expect(toast(page, "Content updated successfully")).toBeVisible();
  await page.goto("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our terms, in short");

  await page.goto(`${PANEL}/pages?name=terms`);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: /^Delete terms content title/ }).click();
  await expect(toast(page, "Content deleted successfully")).toBeVisible();

  // The content types in SPEC 5.
  await page.getByRole("button", { name: "Add Content" }).click();
  await expect(page.getByRole("combobox", { name: "Type" }).getByRole("option")).toHaveText([
    "text",
    "html",
    "image_url",
  ]);
  await save(page);
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  await select(page).selectOption("privacy");
  await page.goBack();
  await expect(select(page)).toHaveValue("terms");
});

test("typing in SEO fields updates the previews, and saving updates the page", async ({ page }) => {
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

  await page.goto("/team");
  await expect(page).toHaveTitle("People who know search");
  await forget("team");
});

test("noindex on the home page requires a typed confirmation", async ({ page }) => {
  await openSeo(page, "home");
  await expect(fieldOf(page, "confirmation")).toHaveCount(0);
  await fieldOf(page, "is_indexable").uncheck();
  await save(page);
  await expect(toast(page, "Failed to update SEO settings")).toBeVisible();
  await expect(fieldOf(page, "confirmation")).toBeFocused();
  await fieldOf(page, "confirmation").fill("noindex");
  await save(page);
  await expect(toast(page, "SEO settings updated successfully")).toBeVisible();
  await expect(page.getByText("Noindex", { exact: true })).toBeVisible();
  await expect(checks(page)).toContainText("This page is hidden from search engines (noindex).");
  await page.goto(`${PANEL}/pages?name=home&seo=1`);
  await fieldOf(page, "is_indexable").check();
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto(`${PANEL}/pages`);
  await expect(page.getByText("Noindex", { exact: true })).toHaveCount(0);
  await forget("home");
});

test("a case study's checks run after a save and from its form", async ({ page }) => {
  await openTab(page);
  await page.goto(`${PANEL}/case-studies?status=published`);
  await expect(page.getByRole("heading", { level: 1, name: "Case studies" })).toBeVisible();
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
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

test("a page's SEO can be changed and saved with the keyboard alone", async ({ page }) => {
  await openTab(page);
  await select(page).focus();
  await page.keyboard.type("sitemap");
  await expect(page).toHaveURL(/name=sitemap/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, "meta_title")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Every page");
  await page.keyboard.press("Enter");
  await expect(toast(page, "SEO settings updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await forget("sitemap");
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
