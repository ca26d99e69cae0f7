import { expect } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, toast, unique } from "../support/panel.ts";

test("two versions are compared side by side, and one click restores a field of the earlier one", async ({
  page,
}) => {
  const title = unique("Before");
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content, published) values ($1, $2, '<p>Words.</p>', false) returning id",
    [title, unique("before").toLowerCase().replaceAll(" ", "-")],
  );
  await query("update blog_posts set title = 'After that' where id = $1", [post!.id]);
  await openPanel(page, `/activity/record?kind=blog-posts&id=${post!.id}`);
  await expectNoFaultsInLooks(page, "history");
  await page.getByRole("link", { name: /^Compare with current/ }).click();
  await page.getByRole("link", { name: "Pages side by side" }).click();
  const [earlier, later] = ["Earlier version", "Later version"].map((name) =>
    page.frameLocator(`iframe[title^="${name}"]`).getByRole("heading", { level: 1 }),
  );
  await expect(earlier!).toHaveText(title);
  await expect(later!).toHaveText("After that");
  await expectNoFaultsInLooks(page, `pages side by side`);
  await page.getByRole("button", { name: "375 px" }).click();
  await later!.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => earlier!.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.getByRole("link", { name: "Close comparison" }).click();
  await page.getByRole("button", { name: "Undo this change Title" }).click();
  await expect(toast(page, "Earlier version restored")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`History: ${title}`);
  await query("delete from blog_posts where id = $1", [post!.id]);
});

test("a form's live preview follows what's typed without saving it, and stays where it was scrolled to", async ({
  page,
}) => {
  const title = unique("Live");
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content) values ($1, $2, $3) returning id",
    [title, unique("live").toLowerCase().replaceAll(" ", "-"), "<p>Words.</p>".repeat(200)],
  );
  await openPanel(page, `/blog?edit=${post!.id}`);
  await page.getByRole("button", { name: "Show preview" }).click();
  const heading = page.frameLocator('iframe[title="Live preview"]').getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(title);
  // The frame can be scrolled once it's laid out.
  const scroll = () =>
    heading.evaluate(() => {
      window.scrollTo(0, 300);
      return window.scrollY;
    });
  await expect.poll(scroll).toBe(300);
  await page.locator('form[data-form="blog-post"] [name="title"]').fill("Typed just now");
  await expect(heading).toHaveText("Typed just now");
  await expect.poll(() => heading.evaluate(() => window.scrollY)).toBe(300);
  expect(await query("select title from blog_posts where id = $1", [post!.id])).toEqual([{ title }]);
  await page.locator('form[data-form="blog-post"] [name="title"]').fill("");
  await expect(
    page.frameLocator('iframe[title="Live preview"]').getByText("This can't be previewed yet"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Hide preview" }).click();
  await expect(page.locator('iframe[title="Live preview"]')).toHaveCount(0);
  await query("delete from blog_posts where id = $1", [post!.id]);
});

test("the form of a case study is a dialog that looks like a page: Escape closes it and asks about changes", async ({
  page,
}) => {
  await openPanel(page, "/case-studies?add=1");
  const dialog = page.getByRole("dialog", { name: "Add case study" });
  await expect(dialog.getByLabel(/^Title/)).toBeFocused();
  await expect(dialog.getByLabel(/^Duration/)).toHaveValue("6 months");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeFocused();
  await page.getByRole("button", { name: "Add Case Study" }).click();
  await dialog.getByLabel(/^Title/).fill("Typed");
  page.once("dialog", (asked) => asked.dismiss());
  await page.keyboard.press("Escape");
  await expect(dialog.getByLabel(/^Title/)).toHaveValue("Typed");
});

test("a dialog's More menu opens inside the dialog, and Escape closes only the menu", async ({ page }) => {
  for (const path of ["/industries", "/content"])
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 812 });
      await openPanel(page, path);
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "More", exact: true }).press("Enter");
      await page.keyboard.press("End");
      await expect(dialog.getByRole("menuitem", { name: "History" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menuitem")).toHaveCount(0);
      await expect(dialog).toBeVisible();
    }
});
