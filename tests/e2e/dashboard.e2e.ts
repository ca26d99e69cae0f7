import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import {
  addIndustry,
  fieldOf,
  holdToast,
  openDashboard,
  tab,
  toast,
  undoOf,
  unique,
} from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" } });

const finder = (page: Page) => page.getByRole("combobox", { name: "Search everything" });

async function sendEnquiry(page: Page, name: string) {
  const response = await page.request.post("/api/send-contact-email", {
    data: { name, email: "ada@mail.example", message: "Please call me back.", formType: "contact" },
  });
  expect(response.status()).toBe(200);
}

test("quick actions and enquiries open their pages, and the chart has a table (SPEC 2)", async ({ page }) => {
  const sender = unique("Ada");
  await sendEnquiry(page, sender);
  await openDashboard(page);
  await expect(page.getByRole("img", { name: /^Enquiries per week: / })).toBeVisible();
  await page.getByText("Show as a table").click();
  const weeks = page.getByRole("table", { name: "Enquiries per week" }).getByRole("row");
  await expect(weeks).toHaveCount(13);
  await expect(weeks.last()).toContainText("this week so far");
  expect(Number(await weeks.last().getByRole("cell").innerText())).toBeGreaterThan(0);
  await expect(page.getByRole("region", { name: "Enquiries by source" })).toContainText("Direct or unknown");

  const waiting = page.getByRole("region", { name: "Awaiting reply" });
  await expect(waiting).toContainText("You promise a reply within 24 hours.");
  const longest = waiting.getByRole("table").getByRole("link").first();
  const name = await longest.innerText();
  await longest.click();
  await expect(page.getByRole("article").getByRole("heading", { name })).toBeVisible();
  await page.goBack();

  await page.getByRole("link", { name: /^Case studies/ }).click();
  await expect(page.getByRole("dialog", { name: "Add case study" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: /^Blog posts/ }).click();
  await expect(page.getByRole("heading", { name: "Add blog post" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: /^Website content/ }).click();
  await expect(page.getByRole("heading", { name: "Website content", level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Ctrl-K opens a search over all records and actions, usable by keyboard alone", async ({ page }) => {
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

  for (const [text, group] of [
    ["cost in 2026", "Blog posts"],
    ["healthcare", "Industries"],
    ["home hero", "Content"],
    [sender, "Enquiries"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await finder(page).fill(text);
    await expect(page.getByRole("group", { name: group }).getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  await finder(page).fill(sender);
  await expect(page.getByRole("option", { name: sender })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article").getByRole("heading", { name: sender })).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await finder(page).fill("nothing has this in it");
  await expect(page.getByText(/^No results/)).toBeVisible();
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
  await choose("redirect", "Add redirect");
  await expect(page.getByRole("dialog", { name: "Add redirect" })).toBeVisible();
  await page.keyboard.press("Escape");
  const downloading = page.waitForEvent("download");
  await choose("export", "Export enquiries as CSV");
  expect((await downloading).suggestedFilename()).toBe("enquiries.csv");
  await choose("password", "Change password");
  await expect(page.getByRole("region", { name: "Password" })).toBeFocused();
  await choose("time zone", "Time zone and dates");
  await expect(page.getByLabel("Time zone")).toBeFocused();
  await choose("social", "Settings: Social media");
  await expect(page.getByRole("region", { name: "Social media" })).toBeFocused();
  await choose("telephone", "Phone number");
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await choose("facebook", "Facebook");
  await expect(page.getByLabel("Facebook")).toBeFocused();
  await choose("opening hours", "Business hours");
  await expect(page.getByRole("dialog", { name: "Edit content" })).toContainText("contact / hours / items");
});

test("the search reports a failed request and an expired session", async ({ page, context }) => {
  await openDashboard(page);
  await page.keyboard.press("Control+k");
  await context.setOffline(true);
  await finder(page).fill("cost");
  await expect(page.getByText(/^The search didn't respond/)).toBeVisible();
  await context.setOffline(false);
  await context.clearCookies();
  await finder(page).fill("cost in");
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
});

test("deleted records can be restored for 30 days unless their name is taken", async ({ page }) => {
  await openDashboard(page);
  const name = unique("Notaries");
  await addIndustry(page, name);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(toast(page, "Industry deleted successfully")).toBeVisible();
  await addIndustry(page, name.toUpperCase());

  await page.getByRole("link", { name: /^Deleted industries \(\d+\)$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deleted" })).toBeVisible();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("30 days left");
  await page.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(toast(page, "Failed to restore industry")).toBeVisible();
  await expect(page.getByText(`There's already an industry named “${name}”.`)).toBeVisible();

  await tab(page, "Industries").click();
  await page.getByRole("button", { name: `Delete ${name.toUpperCase()}` }).click();
  await expect(page.getByRole("button", { name: `Delete ${name.toUpperCase()}` })).toBeHidden();
  await page.goto(`${PANEL}/deleted?kind=industries`);
  await page.getByRole("button", { name: `Restore ${name}`, exact: true }).click();
  await expect(toast(page, "Industry restored")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deleted" })).toBeFocused();
  await expect(page.getByRole("button", { name: `Restore ${name}`, exact: true })).toBeHidden();
  await tab(page, "Industries").click();
  await expect(page.getByRole("button", { name: `Edit ${name}`, exact: true })).toBeVisible();
});

for (const { tabName, form, field, button } of [
  { tabName: "Industries", form: "industry", field: "name", button: "Add Industry" },
  { tabName: "Cases", form: "case-study", field: "title", button: "Add Case Study" },
  { tabName: "Blog", form: "blog-post", field: "title", button: "Add Blog Post" },
]) {
  test(`leaving the ${form} form asks first, but only if something changed`, async ({ page }) => {
    await openDashboard(page);
    await tab(page, tabName).click();
    await page.getByRole("button", { name: button }).click();
    await expect(fieldOf(page, form, field)).toBeFocused();
    await page.goBack();
    await expect(fieldOf(page, form, field)).toBeHidden();

    await page.getByRole("button", { name: button }).click();
    await fieldOf(page, form, field).fill("Half written");
    for (const leave of [
      () => page.goBack(),
      () => page.getByRole("button", { name: "Cancel" }).click(),
      async () => {
        await page.keyboard.press("Control+k");
        await finder(page).fill("go to dashboard");
        await page.keyboard.press("Enter");
      },
      () => page.close({ runBeforeUnload: true }),
    ]) {
      const asked = page.waitForEvent("dialog");
      const left = leave();
      const dialog = await asked;
      expect(["confirm", "beforeunload"]).toContain(dialog.type());
      await dialog.dismiss();
      await left;
      await expect(fieldOf(page, form, field)).toHaveValue("Half written");
    }
  });
}

test("axe finds no violations on the dashboard, search and deleted records", async ({ page }) => {
  await sendEnquiry(page, "Ada");
  await openDashboard(page);
  await page.getByText("Show as a table").click();
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

test("Undo restores removed sample content", async ({ page }) => {
  await openDashboard(page);
  const samples = page.getByRole("heading", { name: "Sample content" });
  page.once("dialog", (question) => question.accept());
  await page.getByRole("button", { name: "Remove sample content" }).click();
  await holdToast(page, "Sample content removed");
  await expect(samples).toHaveCount(0);
  await undoOf(page, "Sample content removed").click();
  await expect(toast(page, "Undone")).toBeVisible();
  await expect(samples).toBeVisible();
});
