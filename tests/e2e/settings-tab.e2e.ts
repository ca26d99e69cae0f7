import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks, findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { acceptDialogs, openPanel, toast, undoOf } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.47" } });

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save Settings and publish" });
const save = (page: Page) => saveButton(page).click();

const storeYoutube = () =>
  query(
    `insert into website_settings (setting_key, setting_value) values ('youtube_url', 'https://example.com/youtube')
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
  );

async function openSettings(page: Page, subject = "") {
  await openPanel(page, `/settings${subject}`);
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
}

const storedValue = async (key: string) =>
  (
    await query<{ setting_value: string }>(
      "select setting_value from website_settings where setting_key = $1",
      [key],
    )
  )[0]?.setting_value;

test("one Save saves both cards, asks once before it removes what was emptied, and Undo restores all of it", async ({
  page,
}) => {
  await storeYoutube();
  await query("delete from website_settings where setting_key = 'facebook_url'");
  await openSettings(page);
  const asked = acceptDialogs(page);
  const [phone, title] = ["Phone number", "Site title"].map((name) =>
    card(page, "Business").getByLabel(name, { exact: true }),
  );
  const [youtube, facebook] = ["YouTube", "Facebook"].map((name) =>
    card(page, "Social media").getByLabel(name, { exact: true }),
  );
  const before = [await storedValue("phone_number"), await storedValue("site_title")];
  await phone!.fill("");
  await title!.fill("Two Cards");
  await youtube!.fill(" ");
  await facebook!.fill("facebook.com/two-cards");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  expect(asked).toEqual([
    "Remove what’s saved for “Phone number” and “YouTube”?\n\nIf you cancel, nothing is saved and the fields get their old values back.",
  ]);
  await expect(facebook!).toHaveValue("https://facebook.com/two-cards");
  await expect(youtube!).toHaveValue("");
  const stored = () =>
    Promise.all(["phone_number", "site_title", "youtube_url", "facebook_url"].map(storedValue));
  expect(await stored()).toEqual([undefined, "Two Cards", undefined, "https://facebook.com/two-cards"]);
  await expect(toast(page, "Settings saved successfully")).toHaveCount(1);

  await undoOf(page, "Settings saved successfully").click();
  await expect(youtube!).toHaveValue("https://example.com/youtube");
  await expect(phone!).toHaveValue(before[0]!);
  await expect(facebook!).toHaveValue("");
  expect(await stored()).toEqual([...before, "https://example.com/youtube", undefined]);
});

test("if you cancel the question, nothing is sent, and the field gets its old value back", async ({
  page,
}) => {
  await openSettings(page, "/brand");
  const color = card(page, "Brand").getByLabel("Main color", { exact: true });
  await color.fill("#1a7f5a");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await expect(saveButton(page)).toBeEnabled();
  let isPosted = false;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/settings")) isPosted = true;
  });
  for (const button of ["Save Settings and publish", "Save draft"]) {
    const marker = card(page, "Brand").getByLabel("Highlight color", { exact: true });
    await marker.fill("e33");
    await color.fill("");
    const asked = page.waitForEvent("dialog");
    await Promise.all([
      asked.then(async (dialog) => {
        expect(dialog.message()).toContain("Remove what’s saved for “Main color”?");
        await dialog.dismiss();
      }),
      page.getByRole("button", { name: button }).click(),
    ]);
    await expect(color).toHaveValue("#1a7f5a");
    await expect(marker).toHaveValue("e33");
    // The color picker and the samples show the color again, too.
    await expect(card(page, "Brand").locator("[type=color]").first()).toHaveValue("#1a7f5a");
    await expect(page.getByRole("button", { name: button })).toBeFocused();
  }
  expect([isPosted, await storedValue("brand_color")]).toEqual([false, "#1a7f5a"]);

  const asked = acceptDialogs(page);
  await card(page, "Brand").getByLabel("Highlight color", { exact: true }).fill("");
  await color.fill("");
  await color.press("Enter");
  await expect.poll(() => storedValue("brand_color")).toBe(undefined);
  expect(asked).toHaveLength(1);
  await expect(color).toHaveValue("");
});

test("a draft removes what was emptied once it's published", async ({ page }) => {
  await storeYoutube();
  await openSettings(page);
  const asked = acceptDialogs(page);
  const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
  await youtube.fill("");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  expect([await storedValue("youtube_url"), asked.length]).toEqual(["https://example.com/youtube", 1]);
  await page.getByRole("link", { name: "Show draft" }).click();
  await expect(youtube).toHaveValue("");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect.poll(() => storedValue("youtube_url")).toBe(undefined);
  expect(asked).toHaveLength(1);
});

test("a saved field shows its stored value, so leaving doesn't ask (SPEC 5)", async ({ page }) => {
  await openSettings(page);
  const asked = acceptDialogs(page);
  const keywords = card(page, "Business").getByLabel("Meta keywords", { exact: true });
  await keywords.fill("  seo, links ");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
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
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await phone.fill("(212) 555-0134");
  read.resolve();
  await expect(saveButton(page)).toBeEnabled();
  await expect(phone).toHaveValue("(212) 555-0134");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toHaveCount(2);
});

test("text that's selected while a save is read back stays selected", async ({ page }) => {
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
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
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
  await save(page);
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

test("if two saves of a page conflict, the second can overwrite the first", async ({ page }) => {
  await openSettings(page);
  const phone = card(page, "Business").getByLabel("Phone number", { exact: true });
  await phone.fill("(212) 555-0155");
  const form = { intent: "save", phone_number: "(212) 555-0166" };
  expect((await page.request.post(`${PANEL}/settings`, { form })).status()).toBe(200);
  await save(page);
  const problem = page.getByRole("alert");
  await expect(problem).toContainText("your changes weren't saved. They changed Phone number (");
  await expect(problem).toBeFocused();
  await expect(phone).toHaveValue("(212) 555-0155");
  await problem.getByRole("button", { name: "Overwrite it" }).click();
  await phone.fill("(212) 555-0156");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  expect(
    await query("select setting_value from website_settings where setting_key = 'phone_number'"),
  ).toEqual([{ setting_value: "(212) 555-0156" }]);
});

test("a field that's emptied while a save is read back is removed by the next save", async ({ page }) => {
  await query("delete from website_settings where setting_key = 'youtube_url'");
  await openSettings(page);
  const asked = acceptDialogs(page);
  const youtube = card(page, "Social media").getByLabel("YouTube", { exact: true });
  const reload = Promise.withResolvers<void>();
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "GET") await reload.promise;
    await route.continue();
  });
  await youtube.fill("https://example.com/youtube/saved-and-removed");
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await youtube.fill("");
  reload.resolve();
  await expect(saveButton(page)).toBeEnabled();
  await save(page);
  await expect.poll(() => storedValue("youtube_url")).toBe(undefined);
  expect(asked).toHaveLength(1);
});

test("a link in the settings navigation opens its page by keyboard, and focus stays on it", async ({
  page,
}) => {
  await openSettings(page);
  const subjects = page.getByRole("navigation", { name: "Settings by subject" });
  const link = subjects.getByRole("link", { name: "Advanced" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "Advanced")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/advanced$/);
  await expect(link).toHaveAttribute("aria-current", "page");
  await expect(link).toBeFocused();
  await expect(subjects.locator("[aria-current]")).toHaveCount(1);
  await expect(card(page, "Business")).toBeHidden();
});

for (const [fragment, path, region] of [
  ["general", "", "Business"],
  ["social", "", "Social media"],
  ["brand", "/brand", "Brand"],
  ["logo", "/brand", "Logo and icon"],
  ["mail", "/email", "Email"],
  ["tracking", "", "Analytics and verification"],
  ["enquiries", "/enquiries", "Enquiries"],
  ["webhooks", "/enquiries", "Webhooks"],
  ["password", "/security", "Password"],
  ["sessions", "/security", "Sessions"],
  ["security-log", "/security", "Security log"],
  ["advanced", "/advanced", "Advanced"],
] as const)
  test(`settings#${fragment} opens its page (CONTRACT)`, async ({ page }) => {
    await openPanel(page, `/settings#${fragment}`);
    await expect(card(page, region)).toBeFocused();
    await expect(card(page, region)).toBeInViewport();
    expect(new URL(page.url()).pathname).toBe(`${PANEL}/settings${path}`);
  });

test("a fragment with a setting's key opens its page and field, and Back doesn't return to another page", async ({
  page,
}) => {
  await openPanel(page, "/dashboard");
  await page.goto(`${PANEL}/settings?draft=1#security_contact`);
  const contact = card(page, "Advanced").getByLabel("Security contact", { exact: true });
  await expect(contact).toBeFocused();
  await expect(page).toHaveURL(/\/settings\/advanced\?draft=1#security_contact$/);
  await page.goto(`${PANEL}/settings#sender_name`);
  await expect(card(page, "Email").getByLabel("Sender name")).toBeFocused();
  await page.goto(`${PANEL}/settings#people`);
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab", { name: "People" })).toHaveAttribute("aria-selected", "true");
  for (const place of [/#sender_name$/, /#security_contact$/, /\/dashboard$/]) {
    await page.goBack();
    await expect(page).toHaveURL(place);
  }
});

test("search opens a setting on its page", async ({ page }) => {
  await openPanel(page, "/people");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("safe mode");
  await page.getByRole("option", { name: /Safe mode/ }).click();
  await expect(page.getByRole("switch", { name: /Safe mode/ })).toBeFocused();
  await expect(page).toHaveURL(/\/settings#tracking_safe_mode$/);
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
  await save(page);
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toHaveLength(2);
  await page.unroute("**/settings.data*");

  await page.getByRole("tab", { name: "Settings" }).click();
  await phone.fill("(212) 555-0133");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await expect(phone).toHaveValue("(212) 555-0188");
  await phone.fill("(212) 555-0199");
  isLeaving = true;
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  expect(asked).toHaveLength(3);
});

for (const path of ["", "/brand", "/email", "/enquiries", "/security", "/advanced"])
  test(`axe finds no violations on settings${path}`, async ({ page }) => {
    await openSettings(page, path);
    await expectNoFaultsInLooks(page, `settings${path}`);
  });

test("at 320 pixels, Save is in view and covers no focused field", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["", "/enquiries"]) {
    await openSettings(page, path);
    await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
    const fields = page.locator("form[data-form=settings] :is(input:not([type=hidden]), textarea, select)");
    await fields.first().focus();
    for (let i = 1; i < (await fields.count()); i++) {
      await page.keyboard.press("Tab");
      const isCovered = await page.evaluate(() => {
        const { left, right, top, bottom } = document.activeElement!.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return at?.closest(".savebar, .setnav") != null && !document.activeElement!.closest(".savebar");
      });
      expect([path, i, isCovered]).toEqual([path, i, false]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
