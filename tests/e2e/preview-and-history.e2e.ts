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
