import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks, findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { ADMIN_PASSWORD } from "../support/owner.ts";
import { acceptDialogs, holdToast, openPanel, toast, undoOf } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.47" } });

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const save = (page: Page, name: string) =>
  card(page, name).getByRole("button", { name: "Save Settings" }).click();

async function openSettings(page: Page) {
  await openPanel(page, "/settings");
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
}

test("a settings card is saved or rejected with the spec's toasts", async ({ page }) => {
  await openSettings(page);
  // The spec's three cards, one of which is split into several, and the Brand card.
  await expect(page.locator('form[data-form="settings"]')).toHaveCount(6);
  const social = card(page, "Social media");
  await social.getByLabel("LinkedIn", { exact: true }).fill("our page");
  await save(page, "Social media");
  await expect(
    toast(page, "Failed to save settings: The LinkedIn URL must start with https:// or http://."),
  ).toBeVisible();
  await expect(social.getByLabel("LinkedIn", { exact: true })).toHaveValue("our page");
  await social.getByLabel("LinkedIn", { exact: true }).fill("https://example.com/linkedin/saved");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
});

test("a color in short form is previewed as it will be saved", async ({ page }) => {
  await openSettings(page);
  const brand = card(page, "Brand");
  await brand.getByLabel("Main color", { exact: true }).fill("e33");
  await expect(brand).toContainText("#C60016, the closest readable shade");
});

test("a pasted <meta> tag is reduced to its token", async ({ page }) => {
  await openSettings(page);
  const field = page.getByLabel("Search Console verification", { exact: true });
  await field.fill('<meta name="google-site-verification" content="token-of-ours" />');
  await save(page, "Analytics and verification");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await expect(field).toHaveValue("token-of-ours");
  const remove = page.getByRole("button", { name: "Remove Search Console verification" });
  page.once("dialog", (dialog) => dialog.dismiss());
  await remove.click();
  await expect(field).toHaveValue("token-of-ours");
  page.once("dialog", (dialog) => dialog.accept());
  await remove.click();
  await expect(field).toBeFocused();
  await holdToast(page, "Setting removed");
  await expect(field).toHaveValue("");
  await expect(remove).toBeHidden();
  await undoOf(page, "Setting removed").click();
  await expect(field).toHaveValue("token-of-ours");
});

test("Undo after a save restores the card, including empty fields", async ({ page }) => {
  await openSettings(page);
  const social = card(page, "Social media");
  const youtube = social.getByLabel("YouTube", { exact: true });
  const instagram = social.getByLabel("Instagram", { exact: true });
  const [before, none] = [await instagram.inputValue(), await youtube.inputValue()];
  await youtube.fill("https://example.com/youtube/undone");
  await instagram.fill("https://example.com/instagram/undone");
  await save(page, "Social media");
  await undoOf(page, "Settings saved successfully").click();
  await expect(instagram).toHaveValue(before);
  await expect(youtube).toHaveValue(none);
});

test("a field cleared and saved shows its stored value again (SPEC 5)", async ({ page }) => {
  await openSettings(page);
  const business = card(page, "Business");
  const phone = business.getByLabel("Phone number", { exact: true });
  const keywords = business.getByLabel("Meta keywords", { exact: true });
  await phone.fill("(212) 555-0171");
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully").first()).toBeVisible();
  await expect(toast(page, "Empty fields keep their saved value. To clear one, use Remove.")).toHaveCount(0);
  await phone.fill("");
  await keywords.fill("  seo, links ");
  await save(page, "Business");
  await expect(toast(page, "Empty fields keep their saved value. To clear one, use Remove.")).toBeVisible();
  await expect(phone).toHaveValue("(212) 555-0171");
  await expect(keywords).toHaveValue("seo, links");
  await keywords.fill("seo, links   ");
  await save(page, "Business");
  await expect(keywords).toHaveValue("seo, links");
  let isAsked = false;
  page.on("dialog", (dialog) => {
    isAsked = true;
    return dialog.accept();
  });
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(isAsked).toBe(false);
});

test("what's typed during a save isn't lost", async ({ page }) => {
  await openSettings(page);
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  await phone.fill("(212) 555-0133");
  const read = Promise.withResolvers<void>();
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "GET") await read.promise;
    await route.continue();
  });
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await phone.fill("(212) 555-0134");
  read.resolve();
  await expect(card(page, "Business").getByRole("button", { name: "Save Settings" })).toBeEnabled();
  await expect(phone).toHaveValue("(212) 555-0134");
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toHaveCount(2);
  await page.unroute("**/settings.data*");
  await page.reload();
  await expect(phone).toHaveValue("(212) 555-0134");
});

test("text that's selected while a save is read back stays selected", async ({ page }) => {
  await openSettings(page);
  const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
  await youtube.fill("  https://example.com/youtube/spaces  ");
  const read = Promise.withResolvers<void>();
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "GET") await read.promise;
    await route.continue();
  });
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await youtube.selectText();
  read.resolve();
  // The form is replaced, because it doesn't show what was stored.
  await expect(youtube).toHaveValue("https://example.com/youtube/spaces");
  await page.keyboard.insertText("https://example.com/youtube/typed");
  await expect(youtube).toHaveValue("https://example.com/youtube/typed");
});

test("a time zone is found by its city and stored by name", async ({ page }) => {
  await openSettings(page);
  const zone = card(page, "Business").getByLabel("Time zone", { exact: true });
  await expect(page.locator('#time-zones option[value="America/New_York"]')).toHaveAttribute(
    "label",
    /^New York \(America\), GMT-0[45]:00$/,
  );
  for (const typed of ["New York", "new york (america)"]) {
    await zone.fill(typed);
    await save(page, "Business");
    await expect(zone).toHaveValue("America/New_York");
  }
  await expect(zone).toHaveAccessibleDescription(/^Used for all dates on the site/);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Remove Time zone" }).click();
  await expect(toast(page, "Setting removed")).toBeVisible();
});

test("after the session has expired, the owner can sign in again in place and save", async ({
  page,
  context,
}) => {
  await openSettings(page);
  const field = card(page, "Business").getByLabel("Phone number", { exact: true });
  await field.fill("(212) 555-0123");
  await context.clearCookies();
  await save(page, "Business");
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("open sesame");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Invalid Password")).toBeVisible();
  await expect(dialog.getByText("Wrong password.")).toBeVisible();
  expect(await findAxeFaults(page)).toEqual([]);
  await dialog.getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(field).toHaveValue("(212) 555-0123");
});

test("if two saves of a card conflict, the second can overwrite the first", async ({ page, context }) => {
  await openSettings(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("[data-ready]")).toBeAttached();
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  await phone.fill("(212) 555-0155");
  await card(other, "Business").getByLabel("Phone number", { exact: true }).fill("(212) 555-0166");
  await save(other, "Business");
  await expect(toast(other, "Settings saved successfully")).toBeVisible();
  await card(page, "Social media")
    .getByLabel("YouTube", { exact: true })
    .fill("https://example.com/youtube/2");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await expect(phone).toHaveValue("(212) 555-0155");

  await save(page, "Business");
  const problem = card(page, "Business").getByRole("alert");
  await expect(problem).toContainText("your changes weren't saved. They changed Phone number (");
  await expect(problem).toBeFocused();
  await expect(phone).toHaveValue("(212) 555-0155");
  await problem.getByRole("button", { name: "Overwrite it" }).click();
  await phone.fill("(212) 555-0156");
  // Waits for the save's response, not the autosave's.
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/settings.data"),
  );
  await save(page, "Business");
  expect((await saved).status()).toBe(200);
  await other.reload();
  await expect(card(other, "Business").getByLabel("Phone number", { exact: true })).toHaveValue(
    "(212) 555-0156",
  );
});

test("a card can be saved as a draft, which can be opened, changed and discarded", async ({ page }) => {
  const asked = acceptDialogs(page);
  await openSettings(page);
  const business = card(page, "Business");
  const phone = business.getByLabel("Phone number", { exact: true });
  const before = await phone.inputValue();
  const keep = business.getByRole("button", { name: "Save draft" });
  await phone.fill("(212) 555-0133");
  await keep.click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await expect(phone).toHaveValue(before);
  await business.getByRole("link", { name: "Show draft" }).click();
  await expect(phone).toHaveValue("(212) 555-0133");
  await expect(business.getByRole("button", { name: "Save Settings" })).toHaveCount(0);
  // A draft equal to the published value isn't stored.
  await phone.fill(before);
  await keep.click();
  await expect(business.getByRole("group", { name: "Pending changes" })).toHaveCount(0);
  await expect(business.getByRole("button", { name: "Save Settings" })).toBeVisible();
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toEqual([]);
});

test("Remove keeps what's typed in other fields", async ({ page }) => {
  await openSettings(page);
  acceptDialogs(page);
  const social = card(page, "Social media");
  const youtube = social.getByLabel("YouTube", { exact: true });
  await youtube.fill("https://example.com/youtube/removed");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  const facebook = social.getByLabel("Facebook", { exact: true });
  await facebook.fill("https://example.com/facebook/typed");
  await social.getByRole("button", { name: "Remove YouTube" }).click();
  await expect(toast(page, "Setting removed")).toBeVisible();
  await expect(youtube).toHaveValue("");
  await expect(facebook).toHaveValue("https://example.com/facebook/typed");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toHaveCount(2);
  await page.reload();
  await expect(facebook).toHaveValue("https://example.com/facebook/typed");
  await expect(youtube).toHaveValue("");
});

test("Remove works while the tab is still reloading after a save", async ({ page }) => {
  await openSettings(page);
  acceptDialogs(page);
  const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
  await youtube.fill("https://example.com/youtube/first");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await openSettings(page);
  const reload = Promise.withResolvers<void>();
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "GET") await reload.promise;
    await route.continue();
  });
  await youtube.fill("https://example.com/youtube/saved-and-removed");
  await save(page, "Social media");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await page.getByRole("button", { name: "Remove YouTube" }).click();
  await expect(toast(page, "Setting removed")).toBeVisible();
  reload.resolve();
  await expect(youtube).toHaveValue("");
  await page.reload();
  await expect(youtube).toHaveValue("");
});

test("a link in the settings navigation moves focus to its card", async ({ page }) => {
  await openSettings(page);
  const subjects = page.getByRole("navigation", { name: "Settings by subject" });
  await subjects.getByRole("link", { name: "Analytics" }).focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "Analytics and verification")).toBeFocused();
  await expect(card(page, "Analytics and verification")).toBeInViewport();
  await expect(subjects.getByRole("link", { name: "Analytics" })).toHaveAttribute("aria-current", "true");
  await page.goto(`${page.url().replace(/#.*/, "")}#security_contact`);
  await expect(card(page, "Advanced").getByLabel("Security contact", { exact: true })).toBeFocused();
});

test("leaving with unsaved changes asks first; leaving after a save doesn't", async ({ page }) => {
  await openSettings(page);
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  const asked: string[] = [];
  let isLeaving = false;
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  const before = await phone.inputValue();
  await phone.fill("(212) 555-0188");
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expect(phone).toHaveValue("(212) 555-0188");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["confirm", "beforeunload"]);
  await phone.fill(before);
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();

  await page.getByRole("tab", { name: "Settings" }).click();
  await phone.fill("(212) 555-0188");
  // The reload after the save never finishes, so the tab is still loading when the test leaves it.
  await page.route("**/settings.data*", (route) => {
    if (route.request().method() !== "GET") return route.continue();
  });
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toHaveLength(2);
  await page.unroute("**/settings.data*");

  await page.getByRole("tab", { name: "Settings" }).click();
  await phone.fill("(212) 555-0199");
  isLeaving = true;
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toHaveLength(3);
});

test("a save reports removed code, but the field keeps the code as pasted", async ({ page }) => {
  await openSettings(page);
  const code = card(page, "Analytics and verification").getByLabel("Analytics code", { exact: true });
  const pasted = '<b>Hi</b>\n<link rel="preconnect" href="https://a.example">';
  await code.fill(pasted);
  await save(page, "Analytics and verification");
  await expect(toast(page, "Left out of Analytics code: <b>.")).toBeVisible();
  // The card shows the message for longer than the toast.
  await expect(
    card(page, "Analytics and verification").getByText("Left out of Analytics code: <b>."),
  ).toBeVisible();
  await expect(code).toHaveValue(pasted);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Remove Analytics code" }).click();
  await expect(toast(page, "Setting removed")).toBeVisible();
});

test("axe finds no violations on the Settings tab", async ({ page }) => {
  await openSettings(page);
  await expectNoFaultsInLooks(page, "all cards");
});
