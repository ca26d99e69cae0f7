// The panel's forms in a browser where something is in their way: nothing typed is lost, and every field says how it is.
import { expect, type Page, test } from "@playwright/test";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { fieldOf, openPanel, save, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.49" } });

const value = (page: Page) => fieldOf(page, "website-content", "content_value");

test.describe("a form opens where one types", () => {
  test("an HTML text: what is typed at once is text, and the value stays whole", async ({ page }) => {
    await openPanel(page, "/content?search=about%20mission%20body");
    for (const visit of ["the first time", "and again"]) {
      await test.step(visit, async () => {
        await page.getByRole("button", { name: "Edit about mission body" }).click();
        const before = await value(page).inputValue();
        expect(before).toMatch(/^<p>Search/);
        await expect(page.getByRole("dialog").getByRole("textbox", { name: "Value" })).toBeFocused();
        await page.keyboard.type("Mine ");
        await expect(value(page)).toHaveValue(before.replace("<p>", "<p>Mine "));
        page.once("dialog", (dialog) => dialog.accept());
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    }
  });

  test("a list: what is typed at once goes into its first field, and it stays a form", async ({ page }) => {
    await openPanel(page, "/content?edit=home:hero:points");
    await expect(page.getByRole("textbox", { name: "Points 1" })).toBeFocused();
    await page.keyboard.type("Mine ");
    expect(JSON.parse(await value(page).inputValue())[0]).toContain("Mine ");
    await expect(page.getByRole("textbox", { name: "Points 1" })).toHaveValue(/Mine /);
  });

  test("the field that the address names, also where an editor shows its value", async ({ page }) => {
    const [post] = await query<{ id: string }>("select id from blog_posts where deleted_at is null limit 1");
    await openPanel(page, `/blog?edit=${post!.id}#content`);
    await expect(page.getByRole("textbox", { name: "Content", exact: true })).toBeFocused();
    await page.goto(`${PANEL}/content?edit=home:hero:points#content_value`);
    await expect(page.getByRole("textbox", { name: "Points 1" })).toBeFocused();
  });

  test("a required text that is missing: the focus goes to its editor, not to the value behind it", async ({
    page,
  }) => {
    await openPanel(page, "/blog?add=1");
    await fieldOf(page, "blog-post", "title").fill(unique("A title"));
    await expect(page.getByRole("textbox", { name: "Content" })).toBeVisible();
    await save(page);
    await expect(toast(page, "Please fill in title and content")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Content" })).toBeFocused();
    await page.keyboard.type("Words");
    await expect(fieldOf(page, "blog-post", "content")).toHaveValue("<p>Words</p>");
  });
});
