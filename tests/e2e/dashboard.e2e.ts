import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { openDashboard, openPanel, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" } });

const finder = (page: Page) => page.getByRole("combobox", { name: "Search everything" });

async function sendEnquiry(page: Page, name: string) {
  const response = await page.request.post("/api/send-contact-email", {
    data: { name, email: "ada@mail.example", message: "Please call me back.", formType: "contact" },
  });
  expect(response.status()).toBe(200);
}

test("Ctrl-K opens a search over all records and actions, usable by keyboard alone", async ({
  page,
  context,
}) => {
  const sender = unique("Grace Hopper");
  await sendEnquiry(page, sender);
  await openDashboard(page);
  await page.keyboard.press("Control+k");
  await expect(finder(page)).toBeFocused();
  await expect(page.getByRole("option", { name: "Add blog post" })).toBeVisible();
  await finder(page).fill("add case");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add case study" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(finder(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(finder(page)).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Add case study" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await finder(page).fill(sender);
  await expect(page.getByRole("option", { name: sender })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article").getByRole("heading", { name: sender })).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await finder(page).fill("nothing has this in it");
  await expect(page.getByText(/^No results/)).toBeVisible();

  await context.setOffline(true);
  await finder(page).fill("cost");
  await expect(page.getByText(/^The search didn't respond/)).toBeVisible();
  await context.setOffline(false);
  await context.clearCookies();
  await finder(page).fill("cost in");
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
});

test('the search finds actions by synonyms such as "subscriber" or "export"', async ({ page }) => {
  await openDashboard(page);
  const choose = async (text: string, action: string) => {
    await page.keyboard.press("Control+k");
    await finder(page).fill(text);
    await page.getByRole("option", { name: action, exact: true }).click();
    await expect(finder(page)).toBeHidden();
  };
  await choose("subscriber", "Show newsletter subscribers");
  await expect(page.getByRole("heading", { level: 1, name: "Subscribers" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await choose("export", "Export enquiries as CSV");
  expect((await downloading).suggestedFilename()).toBe("enquiries.csv");
  await choose("password", "Change password");
  await expect(page.getByRole("region", { name: "Password" })).toBeFocused();
  await choose("telephone", "Phone number");
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await choose("opening hours", "Business hours");
  await expect(page.getByRole("dialog", { name: "Edit content" })).toContainText("contact / hours / items");
});

test("after a record is restored, the page's heading gets focus", async ({ page }) => {
  const name = unique("Notaries");
  await query("insert into industries (name, deleted_at) values ($1, now())", [name]);
  await openPanel(page, "/deleted?kind=industries");
  await page.getByRole("button", { name: `Restore ${name}`, exact: true }).click();
  await expect(toast(page, "Industry restored")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Deleted" })).toBeFocused();
  await expect(page.getByRole("button", { name: `Restore ${name}`, exact: true })).toBeHidden();
});

test("axe finds no violations on the dashboard, search and deleted records", async ({ page }) => {
  await sendEnquiry(page, "Ada");
  await openDashboard(page);
  await page.getByText(/enquir(y|ies) in 12 weeks/).click();
  await page.getByRole("heading", { name: "Launch" }).click();
  await expectNoFaultsInLooks(page, "dashboard");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectNoFaultsInLooks(page, "search");
  await finder(page).fill("seo");
  await expect(page.getByRole("group", { name: "Blog posts" })).toBeVisible();
  await expectNoFaultsInLooks(page, "found");
  await finder(page).fill("nothing has this in it");
  await expect(page.getByText(/^No results/)).toBeVisible();
  await expectNoFaultsInLooks(page, "nothing found");
  await page.keyboard.press("Escape");
  // Other tests leave deleted texts behind.
  await query("delete from website_content where deleted_at is not null");
  await page.goto(`${PANEL}/deleted?kind=website-content`);
  await expect(page.getByText("Nothing here")).toBeVisible();
  await expectNoFaultsInLooks(page, "nothing deleted");
  await query("insert into industries (name, deleted_at) values ($1, now())", [unique("Deleted")]);
  await page.goto(`${PANEL}/deleted?kind=industries`);
  await expect(page.getByRole("button", { name: /^Restore / }).first()).toBeVisible();
  await expectNoFaultsInLooks(page, "deleted");
});
