// A form that keeps a draft beside what is live, and the Changes tab that publishes it.
import { expect, test } from "@playwright/test";
import { expectNoFaults, LOOKS } from "../support/accessibility.ts";
import { query } from "../support/e2e-database.ts";
import { fieldOf, openPanel, setLook, toast, unique } from "../support/panel.ts";

test("what is kept as a draft is found in the form and under Changes, is published with a press and taken back with another", async ({
  page,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  const title = unique("Live title");
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content) values ($1, $2, '<p>Words of before.</p>') returning id",
    [title, unique("changes").toLowerCase().replaceAll(" ", "-")],
  );
  const stored = async () =>
    (await query<{ title: string }>("select title from blog_posts where id = $1", [post!.id]))[0]!.title;
  await openPanel(page, `/blog?edit=${post!.id}`);
  await fieldOf(page, "blog-post", "title").fill("Kept title");
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(toast(page, "Kept as a draft")).toBeVisible();
  expect(await stored()).toBe(title);
  await expect(page.getByRole("row", { name: title }).getByText("Changes waiting")).toBeVisible();

  // On what is live, Enter in a field saves; the draft stays as it is.
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await fieldOf(page, "blog-post", "category").fill("Saved category");
  await fieldOf(page, "blog-post", "category").press("Enter");
  await expect(toast(page, "Blog post updated successfully")).toBeVisible();
  expect(await stored()).toBe(title);

  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await page.getByRole("link", { name: "Show the draft" }).click();
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue("Kept title");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await fieldOf(page, "blog-post", "title").fill("Kept again");
  await fieldOf(page, "blog-post", "title").press("Enter");
  await expect(toast(page, "Kept as a draft")).toBeVisible();
  expect(await stored()).toBe(title);

  // The form closes once the list is read again.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog posts");
  await page.getByRole("link", { name: "Changes (1)" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changes");
  for (const [theme, width] of LOOKS) {
    await setLook(page, theme, width);
    await page.reload();
    await expectNoFaults(page, `${theme} ${width}`);
  }
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(toast(page, "Changes published")).toBeVisible();
  expect(await stored()).toBe("Kept again");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, "Changes taken back")).toBeVisible();
  expect(await stored()).toBe(title);

  await query("delete from change_sets");
  await query("delete from blog_posts where id = $1", [post!.id]);
});
