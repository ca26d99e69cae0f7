import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks, findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { acceptDialogs, openPanel, toast, undoOf } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.47" } });

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const save = (page: Page, name: string) =>
  card(page, name).getByRole("button", { name: "Save Settings" }).click();

const storeYoutube = () =>
  query(
    `insert into website_settings (setting_key, setting_value) values ('youtube_url', 'https://example.com/youtube')
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
  );

async function openSettings(page: Page) {
  await openPanel(page, "/settings");
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
}

test("Remove asks first and keeps what's typed in other fields, and Undo restores the value", async ({
  page,
}) => {
  await storeYoutube();
  await openSettings(page);
  const brand = card(page, "Brand");
  await brand.getByLabel("Main color", { exact: true }).fill("e33");
  await expect(brand).toContainText("#C60016, the closest readable shade");

  const social = card(page, "Social media");
  const [youtube, facebook] = ["YouTube", "Facebook"].map((name) => social.getByLabel(name, { exact: true }));
  const remove = social.getByRole("button", { name: "Remove YouTube" });
  page.once("dialog", (dialog) => dialog.dismiss());
  await remove.click();
  await expect(youtube!).toHaveValue("https://example.com/youtube");
  acceptDialogs(page);
  await remove.click();
  await expect(youtube!).toBeFocused();
  await expect(toast(page, "Setting removed")).toBeVisible();
  await expect(youtube!).toHaveValue("");
  await expect(remove).toBeHidden();
  await undoOf(page, "Setting removed").click();
  await expect(youtube!).toHaveValue("https://example.com/youtube");

  await facebook!.fill("https://example.com/facebook/typed");
  await remove.click();
  await expect(youtube!).toHaveValue("");
  await expect(facebook!).toHaveValue("https://example.com/facebook/typed");
});

test("a saved field shows its stored value, so leaving doesn't ask (SPEC 5)", async ({ page }) => {
  await openSettings(page);
  const asked = acceptDialogs(page);
  const business = card(page, "Business");
  const phone = business.getByLabel("Phone number", { exact: true });
  const keywords = business.getByLabel("Meta keywords", { exact: true });
  const before = await phone.inputValue();
  expect(before).not.toBe("");
  await phone.fill("");
  await keywords.fill("  seo, links ");
  await save(page, "Business");
  await expect(toast(page, "Empty fields keep their saved value. To clear one, use Remove.")).toBeVisible();
  await expect(phone).toHaveValue(before);
  await expect(keywords).toHaveValue("seo, links");
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toEqual([]);
});

test("what's typed during a save isn't lost", async ({ page }) => {
  await openSettings(page);
  const read = Promise.withResolvers<void>();
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "GET") await read.promise;
    await route.continue();
  });
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  await phone.fill("(212) 555-0133");
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await phone.fill("(212) 555-0134");
  read.resolve();
  await expect(card(page, "Business").getByRole("button", { name: "Save Settings" })).toBeEnabled();
  await expect(phone).toHaveValue("(212) 555-0134");
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toHaveCount(2);
});

for (const others of [[], ["Business"]])
  test(`text that's selected while saves are read back stays selected (${others.length + 1})`, async ({
    page,
  }) => {
    await storeYoutube();
    await openSettings(page);
    const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
    await youtube.fill("  https://example.com/youtube/spaces  ");
    const read = Promise.withResolvers<void>();
    await page.route("**/settings.data*", async (route) => {
      const response = await route.fetch();
      if (route.request().method() === "GET") await read.promise;
      await route.fulfill({ response });
    });
    for (const name of [...others, "Social media"]) {
      const saved = page.waitForResponse((response) => response.request().method() === "POST");
      await save(page, name);
      await saved;
    }
    await expect(toast(page, "Settings saved successfully").first()).toBeVisible();
    await youtube.selectText();
    read.resolve();
    // The form is replaced, because it doesn't show what was stored.
    await expect(youtube).toHaveValue("https://example.com/youtube/spaces");
    await page.keyboard.insertText("https://example.com/youtube/typed");
    await expect(youtube).toHaveValue("https://example.com/youtube/typed");
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
  await expect(field).toHaveValue("(212) 555-0123");
});

test("if two saves of a card conflict, the second can overwrite the first", async ({ page }) => {
  await openSettings(page);
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  await phone.fill("(212) 555-0155");
  const form = { intent: "save", phone_number: "(212) 555-0166" };
  expect((await page.request.post(`${PANEL}/settings`, { form })).status()).toBe(200);
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
  await save(page, "Business");
  await expect(toast(page, "Settings saved successfully")).toHaveCount(2);
  expect(
    await query("select setting_value from website_settings where setting_key = 'phone_number'"),
  ).toEqual([{ setting_value: "(212) 555-0156" }]);
});

test("Remove works while the tab is still reloading after a save", async ({ page }) => {
  await storeYoutube();
  await openSettings(page);
  acceptDialogs(page);
  const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
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
  expect(await query("select 1 from website_settings where setting_key = 'youtube_url'")).toEqual([]);
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

test("leaving with unsaved changes asks first; leaving after a save or a saved draft doesn't", async ({
  page,
}) => {
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
  await phone.fill("(212) 555-0133");
  await card(page, "Business").getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await expect(phone).toHaveValue("(212) 555-0188");
  await phone.fill("(212) 555-0199");
  isLeaving = true;
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toHaveLength(3);
});

test("axe finds no violations on the Settings tab", async ({ page }) => {
  await openSettings(page);
  await expectNoFaultsInLooks(page, "all cards");
});
