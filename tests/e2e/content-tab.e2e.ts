import { expect, type Page } from "@playwright/test";
import { expectNoFaults, expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, save, toast } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.46" } });

const fieldOf = (page: Page, name: string) =>
  page.locator(`form[data-form="website-content"] [name="${name}"]`);
const unique = () => `own_${Math.random().toString(36).slice(2, 8)}`;

async function openTab(page: Page, search = "") {
  await openPanel(page, `/content${search}`);
  // An open dialog hides the heading from assistive technology.
  if (!search) await expect(page.getByRole("heading", { level: 1, name: "Website content" })).toBeVisible();
}

test("quick-add presets fill in the key, and each content type has the spec's hint and a suitable editor", async ({
  page,
}) => {
  await openTab(page);
  // The quick-add presets in SPEC 9.
  for (const [preset, page_name, section_name] of [
    ["About team", "about", "team"],
    ["Footer contact", "footer", "contact"],
    ["Home features", "home", "features"],
    ["Home hero", "home", "hero"],
  ] as const) {
    await page.getByRole("button", { name: preset, exact: true }).click();
    await expect(fieldOf(page, "page_name")).toHaveValue(page_name);
    await expect(fieldOf(page, "section_name")).toHaveValue(section_name);
    if (preset !== "Home hero") await page.getByRole("button", { name: "Cancel" }).click();
  }
  await fieldOf(page, "content_key").fill("points");
  await expect(fieldOf(page, "content_type")).toHaveValue("json");
  await expect(page.getByRole("button", { name: "Edit its current value" })).toBeVisible();
  await fieldOf(page, "content_key").fill(unique());
  const notice = page.getByText("No page uses this key, so what you save here won't be visible.");
  await expect(notice).toContainText(/Keys of home \/ hero: .*points/);
  await fieldOf(page, "content_value").fill("#aa3300");
  const choose = (type: string) => fieldOf(page, "content_type").selectOption(type);
  const value = fieldOf(page, "content_value");

  await choose("color");
  await expect(value).toHaveValue("#aa3300");
  await expect(value).toHaveAccessibleDescription("A hex color such as #FF0000.");
  await page.getByLabel("Choose a color").fill("#00ff00");
  await expect(value).toHaveValue("#00FF00");

  await choose("image_url");
  await expect(value).toHaveAccessibleDescription(/full URL/);
  await value.fill("/mark.svg");
  await expect(page.locator(".imgf img")).toHaveAttribute("src", "/mark.svg");

  await choose("json");
  await expect(value).toHaveAccessibleDescription(/valid JSON/);
  await value.fill('{\n  "a": 1,\n}');
  await save(page);
  await expect(toast(page, "Failed to add content")).toBeVisible();
  await expect(value).toHaveAccessibleDescription(/Line 3: remove the comma after the last item/);

  await choose("number");
  await value.fill("many");
  await save(page);
  await expect(value).toHaveAccessibleDescription(/Enter a number/);

  await choose("html");
  await expect(page.getByText("HTML tags are allowed.")).toBeVisible();
  await value.fill("<p>Hello</p>");
  await expect(page.getByRole("textbox", { name: "Value" })).toHaveText("Hello");
});

test("a list can be edited by keyboard alone, or as raw JSON", async ({ page }) => {
  await openTab(page, "?edit=home:hero:points");
  await expect(page.getByRole("textbox", { name: "Points 1" })).toBeFocused();
  const list = async () => JSON.parse(await fieldOf(page, "content_value").inputValue());
  const [a, b, c] = await list();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("First");
  const press = async (name: string | RegExp, key = "Enter") => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press(key);
  };
  await press("Move down 1: First");
  expect(await list()).toEqual([b, "First", c]);
  await expect(page.getByRole("button", { name: "Move down 2: First" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await list()).toEqual([b, c, "First"]);
  await expect(page.getByRole("button", { name: "Move up 3: First" })).toBeFocused();
  await press(/^Remove 1: /);
  await expect(page.getByRole("button", { name: "Add to points" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Points 3" })).toBeFocused();
  await page.keyboard.type("Last");
  expect(await list()).toEqual([c, "First", "Last"]);
  expect([a, b]).not.toContain("First");

  await press("Edit as JSON");
  await fieldOf(page, "content_value").fill('["One",');
  await expect(page.getByRole("button", { name: "Edit as a form" })).toBeDisabled();
  await save(page);
  await expect(fieldOf(page, "content_value")).toHaveAccessibleDescription(/Line 1: something is missing/);
  await fieldOf(page, "content_value").fill('["One", "Two"]');
  await press("Edit as a form");
  await expect(page.getByRole("textbox", { name: "Points 2" })).toHaveValue("Two");
  await save(page);
  await expect(toast(page, "Content updated successfully")).toBeVisible();
  expect(await query("select content_value from website_content where content_key = 'points'")).toEqual([
    { content_value: expect.stringMatching(/^\[\s*"One",\s*"Two"\s*\]$/) },
  ]);
  await query("delete from website_content where content_key = 'points'");
});

test("a list can contain objects with icons, rich-text answers and cells labeled by column", async ({
  page,
}) => {
  await openTab(page, `?edit=${encodeURIComponent("services%2Flocal-seo:faq:items")}`);
  await expect(page.getByRole("textbox", { name: "Answer" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Add to items" }).click();
  await page.getByRole("textbox", { name: "Question" }).last().fill("Is it new?");
  await page.getByRole("textbox", { name: "Answer" }).last().fill("It is.");
  const list = JSON.parse(await fieldOf(page, "content_value").inputValue());
  expect(list.at(-1)).toEqual({ question: "Is it new?", answer: "<p>It is.</p>" });
  await openPanel(page, "/content?edit=home:features:items");
  await page.locator(".iconf summary").first().click();
  await page.getByRole("radio", { name: "Star" }).check();
  await expect(page.locator(".iconf summary").first()).toHaveText("Star");
  expect(JSON.parse(await fieldOf(page, "content_value").inputValue())[0].icon).toBe("star");
  await openPanel(page, "/content?edit=services%2Fnational-seo:comparison:rows");
  const row = page.getByRole("dialog").getByRole("group", { name: "Row 1", exact: true });
  await expect(row.getByRole("textbox", { name: "National SEO", exact: true })).toBeVisible();
});

test("a search that starts while a form opens doesn't close it; highlighted words are chosen by clicking", async ({
  page,
}) => {
  await openTab(page, "?search=marked_words");
  const search = page.getByRole("searchbox", { name: "Search content" });
  await search.fill("home hero marked_words");
  // Both events happen in one task, before React renders the result of the first.
  await page.getByRole("button", { name: "Edit home hero marked_words", exact: true }).evaluate(
    (button: HTMLElement, box) => {
      button.click();
      box!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    },
    await search.elementHandle(),
  );
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/search=home\+hero\+marked_words&edit=/);
  const words = page.getByRole("group", { name: "Highlighted words" });
  const pressed = words.getByRole("button", { pressed: true });
  await expect(pressed).toHaveText(["Customers"]);
  await words.getByRole("button", { name: "Customers" }).click();
  await expect(pressed).toHaveCount(0);
  await words.getByRole("button", { name: "You", exact: true }).click();
  await words.getByRole("button", { name: "Brings" }).click();
  await expect(pressed).toHaveText(["Brings", "You"]);
  await expect(fieldOf(page, "content_value")).toHaveValue("Brings You");
});

test("opening a list's next page scrolls to the top and focuses the table", async ({ page }) => {
  await openTab(page);
  await page.getByRole("button", { name: "Next page" }).press("Enter");
  await expect(page.getByText(/^51 to 100 of/)).toBeAttached();
  await expect(page.getByRole("table")).toBeFocused();
  await expect(page.getByRole("row").first()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Next page" })).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("row").nth(1).locator("a, button").first()).toBeFocused();
});

test("an image's preview shows the whole image, and the page selector fits long names", async ({ page }) => {
  await openTab(page, "?edit=header:brand:logo_image");
  await expect(page.locator(".imgf img")).toHaveCSS("object-fit", "contain");
  await openPanel(page, "/pages?name=services/woocommerce-seo");
  for (const [width, least] of [
    [1280, 500],
    [375, 335],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const box = await page.getByRole("combobox", { name: "Page", exact: true }).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(least);
  }
});

test("an error in a long list moves focus to its field, and the toast names the field", async ({ page }) => {
  await openTab(page, "?edit=header%3Anavigation%3Aitems");
  const link = page.getByRole("dialog").getByRole("textbox", { name: "Link", exact: true }).last();
  await link.fill("bad link");
  await save(page);
  const reason = "Use a path on this site such as /contact, or a URL that starts with https://.";
  await expect(toast(page, "Failed to update content")).toBeVisible();
  await expect(toast(page, `Link of item 6: ${reason}`)).toBeVisible();
  await expect(link).toBeFocused();
  await expect(link).toHaveAttribute("aria-invalid", "true");
  await expect(link).toHaveAccessibleDescription(reason);
  await expect(page.getByRole("dialog").locator("[aria-invalid=true]:not([aria-hidden])")).toHaveCount(1);
  await link.fill("/shop");
  await expect(link).not.toHaveAttribute("aria-invalid");
});

/** For each kind of editor, a text and one of its fields. */
const EDITORS = [
  ["home:features:items", "Title"],
  ["services%2Flocal-seo:comparison:rows", "Feature"],
  ["services%2Flocal-seo:faq:items", "Answer"],
  ["about:mission:body", "Value"],
  ["home:hero:chart_color", "Value"],
  ["header:brand:logo_image", "Value"],
  ["home:audit:sample_score", "Value"],
] as const;

test("axe finds no violations on the Content tab", async ({ page }) => {
  // The search keeps the list short, because axe is slow on long lists.
  const short = "?search=footer+bottom";
  await openTab(page, short);
  await expectNoFaultsInLooks(page, "list");
  for (const [i, [address, name]] of EDITORS.entries()) {
    await openPanel(page, `/content${short}&edit=${encodeURIComponent(address)}`);
    await expect(page.getByRole("textbox", { name, exact: true }).first()).toBeVisible();
    // Both looks have the same markup, so one editor is enough in the second.
    await (i === 0 ? expectNoFaultsInLooks : expectNoFaults)(page, address);
  }
  await openPanel(page, `/content${short}&add=home+hero`);
  await fieldOf(page, "content_key").fill("title");
  await save(page);
  await expect(page.getByText("Enter a value.")).toBeVisible();
  await expectNoFaultsInLooks(page, "what is wrong");
  await fieldOf(page, "content_type").selectOption("json");
  await expectNoFaultsInLooks(page, "raw JSON");
});
