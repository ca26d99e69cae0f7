import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { fieldOf, openPanel, save, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.48" } });
const text = (page: Page, name: string) => fieldOf(page, "website-content", name);
const seo = (page: Page, name: string) => fieldOf(page, "page-seo", name);
const offer = (page: Page) => page.getByText("You have unsaved changes from");
const restore = (page: Page) => page.getByRole("button", { name: "Restore" }).click();
const waitUntilAutosaved = (page: Page) =>
  expect(page.getByText(/^Autosaved at \d+:\d\d [AP]M$/)).toBeVisible();

/** Closes the page without its `beforeunload` prompts, and opens a new one at `address`. */
async function reopen(page: Page, address: string): Promise<Page> {
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto(PANEL + address);
  await again.locator(".adm[data-ready]").waitFor();
  return again;
}

for (const address of ["/content?edit=terms:content:title", "/pages?name=terms&edit=terms:content:title"])
  test(`unsaved changes to the text at ${address} are offered until they're saved`, async ({ page }) => {
    await openPanel(page, address);
    const before = await text(page, "content_value").inputValue();
    await text(page, "content_value").fill("Half a head");
    await waitUntilAutosaved(page);

    const again = await reopen(page, address);
    await expect(offer(again)).toContainText("“Half a head”");
    await expect(text(again, "content_value")).toHaveValue(before);
    await restore(again);
    await expect(text(again, "content_value")).toHaveValue("Half a head");
    await text(again, "content_value").fill("A whole heading");
    await save(again);
    await expect(toast(again, "Content updated successfully")).toBeVisible();
    await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
    await query("delete from website_content where page_name = 'terms'");
  });

test("the list marks only the text that has unsaved changes", async ({ page }) => {
  const list = "/content?filter=terms";
  await openPanel(page, `${list}&edit=terms:content:title`);
  await text(page, "content_value").fill("Half a head");
  await waitUntilAutosaved(page);

  const again = await reopen(page, list);
  await expect(again.getByRole("row", { name: "terms content title" })).toContainText("Unsaved changes");
  await again.goto(`${PANEL}/content?edit=privacy:content:title`);
  await expect(text(again, "content_value")).toBeVisible();
  await expect(offer(again)).toBeHidden();
});

for (const tab of ["content", "pages"])
  test(`a new, unsaved text on the ${tab} tab is listed above the others and opens from there`, async ({
    page,
  }) => {
    await openPanel(page, `/${tab}?add=1`);
    if (tab === "content") await text(page, "page_name").selectOption("home");
    await text(page, "section_name").fill("own");
    await text(page, "content_key").fill("begun");
    await text(page, "content_value").fill("Half a thought");
    await waitUntilAutosaved(page);

    const again = await reopen(page, `/${tab}`);
    await expect(again.getByText("You have an unsaved new text: “home / own / begun”")).toBeVisible();
    await again.getByRole("button", { name: "Open it" }).click();
    await expect(text(again, "content_value")).toHaveValue("Half a thought");
    await expect(text(again, "section_name")).toHaveValue("own");
    await save(again);
    await expect(toast(again, "Content added successfully")).toBeVisible();
    await expect(again.getByText("You have an unsaved new text")).toBeHidden();
    await query("delete from website_content where content_key = 'begun'");
  });

test("changes to a draft are saved to the draft, never to the published text", async ({ page }) => {
  const at = "/content?edit=terms:content:title";
  await openPanel(page, at);
  const published = await text(page, "content_value").inputValue();
  await text(page, "content_value").fill("The drafted heading");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await page.goto(`${PANEL}${at}&draft=1`);
  await expect(text(page, "content_value")).toHaveValue("The drafted heading");
  await page.locator(".adm[data-ready]").waitFor();
  await text(page, "content_value").fill("More of the draft");
  await expect(page.getByText(/^Draft saved at \d+:\d\d [AP]M$/)).toBeVisible();
  // A stored text can't be empty, so an empty field isn't saved to the draft.
  await text(page, "content_value").fill("");
  await waitUntilAutosaved(page);

  const again = await reopen(page, at);
  await expect(text(again, "content_value")).toHaveValue(published);
  await expect(again.getByText("You have unsaved changes to the draft")).toBeVisible();
  await restore(again);
  await expect(text(again, "content_value")).toHaveValue("");
  await expect(again.getByRole("button", { name: "Save draft" })).toHaveAttribute("type", "submit");
  await text(again, "content_value").fill("The end of the draft");
  await again.getByRole("dialog").getByRole("button", { name: "Save draft" }).click();
  await expect(toast(again, "Draft saved")).toBeVisible();
  await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
  expect(await query("select 1 from website_content where page_name = 'terms'")).toEqual([]);
  await query("delete from change_items");
});

test("a page's unsaved SEO changes are offered until they're saved", async ({ page }) => {
  const at = "/pages?name=team&seo=1";
  await openPanel(page, at);
  await seo(page, "meta_title").fill("Half a title");
  await page.getByRole("switch", { name: "Search engines can index this page" }).uncheck();
  await waitUntilAutosaved(page);

  const again = await reopen(page, at);
  await expect(offer(again)).toContainText("“Half a title”");
  await restore(again);
  await expect(seo(again, "meta_title")).toHaveValue("Half a title");
  await expect(again.getByRole("switch", { name: "Search engines can index this page" })).not.toBeChecked();
  await expect(again.getByTestId("search-result")).toContainText("Half a title");
  await save(again);
  await expect(toast(again, "SEO settings updated successfully")).toBeVisible();
  await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
  await query("delete from page_seo where page_name = 'team'");
});

test("a settings page offers its unsaved changes and works normally after a save", async ({ page }) => {
  await openPanel(page, "/settings/enquiries");
  const card = (page: Page) => page.locator("form[data-form=settings]");
  const months = (page: Page) => card(page).getByLabel("Keep enquiries for (months)");
  await months(page).fill("36");
  await card(page).getByRole("switch").check();
  await waitUntilAutosaved(page);

  const again = await reopen(page, "/settings/enquiries");
  await expect(card(again).getByText("You have unsaved changes from")).toContainText("“Enquiries”");
  await restore(again);
  await expect(months(again)).toHaveValue("36");
  await expect(card(again).getByRole("switch")).toBeChecked();
  for (const value of ["36", "48"]) {
    await months(again).fill(value);
    await card(again).getByRole("button", { name: "Save Settings and publish" }).click();
    await expect(card(again).getByRole("button", { name: "Save Settings and publish" })).toBeEnabled();
    await expect
      .poll(() =>
        query("select setting_value from website_settings where setting_key = 'keep_enquiries_months'"),
      )
      .toEqual([{ setting_value: value }]);
    await expect(toast(again, "Settings saved successfully").first()).toBeVisible();
  }
  await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
  await query(
    "delete from website_settings where setting_key in ('keep_enquiries_months', 'confirmation_mail')",
  );
});

for (const { at, field, typed } of [
  { at: "/people", field: "form[data-form=invite] [name=email]", typed: "ana@example.com" },
  { at: "/pages/added?start=1", field: "[name=city]", typed: "Brooklyn" },
  { at: "/content/replace", field: "[name=find]", typed: "$799" },
])
  test(`the form at ${at} keeps what you typed when the page closes`, async ({ page }) => {
    await openPanel(page, at);
    await page.locator(field).fill(typed);
    const again = await reopen(page, at);
    await expect(again.locator(field)).toHaveValue(typed);
    await again.locator(field).fill("");
    await expect((await reopen(again, at)).locator(field)).toHaveValue("");
  });

for (const { form, tab, table = tab, insert, name, field, noun } of [
  {
    form: "industry",
    tab: "industries",
    insert: "insert into industries (name, description) values ('Kept', 'Before') returning id",
    name: "name",
    field: "description",
    noun: "industry",
  },
  {
    form: "redirect",
    tab: "redirects",
    insert: "insert into redirects (from_path, to_path) values ('/kept', '/contact') returning id",
    name: "from_path",
    field: "to_path",
    noun: "redirect",
  },
  {
    form: "landing-page",
    tab: "pages/added",
    table: "landing_pages",
    insert:
      "insert into landing_pages (slug, title, area, sections) values ('kept', 'Kept', 'Before', '[]') returning id",
    name: "title",
    field: "area",
    noun: undefined,
  },
  {
    form: "media",
    tab: "media",
    insert: `with image as (insert into media (id, name, alt, file_id) values ('aaaaaaaaaaaa', 'Kept', 'Before', gen_random_uuid()) returning id, file_id),
      file as (insert into media_files (id, media_id, sha256, bytes, original_key, state) select file_id, id, md5(id), 9, 'x', 'refused' from image)
      select id from image`,
    name: "name",
    field: "alt",
    noun: undefined,
  },
])
  test(`unsaved changes (${form}) are offered after the tab is closed${noun ? ", and so is an unsaved new record" : ""}`, async ({
    page,
  }) => {
    const [{ id } = { id: "" }] = await query<{ id: string }>(insert);
    const at = `/${tab}?edit=${id}`;
    await openPanel(page, at);
    const before = await fieldOf(page, form, field).inputValue();
    await fieldOf(page, form, field).fill("/half-typed");
    await waitUntilAutosaved(page);

    const again = await reopen(page, `/${tab}`);
    await expect(again.getByText("Unsaved changes", { exact: true })).toBeVisible();
    await again.goto(PANEL + at);
    await expect(offer(again)).toBeVisible();
    await expect(fieldOf(again, form, field)).toHaveValue(before);
    await restore(again);
    await expect(fieldOf(again, form, field)).toHaveValue("/half-typed");
    await expect(fieldOf(again, form, name)).toHaveValue(/kept/i);

    if (noun) {
      await again.goto(`${PANEL}/${tab}?add=1`);
      await again.locator(".adm[data-ready]").waitFor();
      await fieldOf(again, form, name).fill("/begun");
      await waitUntilAutosaved(again);
      const later = await reopen(again, `/${tab}`);
      await expect(later.getByText(`You have an unsaved new ${noun}: “/begun”`)).toBeVisible();
      await later.getByRole("button", { name: "Open it" }).click();
      await expect(fieldOf(later, form, name)).toHaveValue("/begun");
      await fieldOf(later, form, field).fill("/contact");
      await save(later);
      await expect(fieldOf(later, form, name)).toBeHidden();
      await expect.poll(() => query("select 1 from autosaves where record_id is null")).toEqual([]);
    }
    await query(`delete from ${table} where ${name} in ('Kept', '/kept', '/begun')`);
  });
