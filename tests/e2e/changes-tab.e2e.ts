import { expect, type Request } from "@playwright/test";
import { expectNoFaults, expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import {
  acceptDialogs,
  choose,
  fieldOf,
  openPanel,
  setLook,
  toast,
  undoOf,
  unique,
} from "../support/panel.ts";

test("a draft is opened and changed in its form, and moved, checked and previewed on the Changes tab", async ({
  page,
}) => {
  const asked = acceptDialogs(page);
  const title = unique("Live title");
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content) values ($1, $2, '<p>Words of before.</p>') returning id",
    [title, unique("changes").toLowerCase().replaceAll(" ", "-")],
  );
  const stored = async () =>
    (await query<{ title: string }>("select title from blog_posts where id = $1", [post!.id]))[0]!.title;
  await openPanel(page, `/blog?edit=${post!.id}`);
  await fieldOf(page, "blog-post", "title").fill("Kept title");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  expect(await stored()).toBe(title);
  await expect(
    page.getByRole("row", { name: title }).getByText("Published with pending changes"),
  ).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await fieldOf(page, "blog-post", "category").fill("Saved category");
  await fieldOf(page, "blog-post", "category").press("Enter");
  await expect(toast(page, "Blog post updated successfully")).toBeVisible();
  expect(await stored()).toBe(title);

  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await page.getByRole("link", { name: "Show draft" }).click();
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue("Kept title");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await fieldOf(page, "blog-post", "title").fill("Kept again");
  await expect(page.getByText("Draft saved at")).toBeVisible();
  await page.goto(page.url().replace("&draft=1", ""));
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  await expect(page.getByText("You have unsaved changes")).toBeHidden();
  await page.getByRole("link", { name: "Show draft" }).click();
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue("Kept again");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  expect(asked).toEqual([]);

  // Clicks a link while the form is closing.
  const [closes, leaves] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/blog.data*", async (route) => {
    if (route.request().method() === "GET") await closes.promise;
    await route.continue();
  });
  await page.route("**/changes.data*", async (route) => {
    await leaves.promise;
    await route.continue();
  });
  asked.length = 0;
  await fieldOf(page, "blog-post", "title").press("Enter");
  await expect(toast(page, "Draft saved")).toBeVisible();
  expect(await stored()).toBe(title);
  // The link's navigation may cancel the list's request.
  const isList = (request: Request) => request.method() === "GET" && request.url().includes("/blog.data");
  const read = Promise.race([
    page.waitForEvent("requestfinished", isList),
    page.waitForEvent("requestfailed", isList),
  ]);
  await page.getByRole("link", { name: "Changes (1)" }).click();
  closes.resolve();
  await read;
  // If the form closed and requested the list again, it would do so within two frames.
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
  leaves.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changes");
  expect(asked).toEqual([]);
  await page.unrouteAll();

  await page.getByRole("button", { name: "New set…" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Spring sale");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Set added")).toBeVisible();
  await expect(page.getByRole("heading", { name: "This set is empty" })).toBeVisible();
  // The button that opened the form has moved, so the new set gets focus.
  await expect(page.getByRole("link", { name: "Spring sale (0)" })).toBeFocused();
  const untitled = page.getByRole("link", { name: "Untitled (1)" });
  await untitled.press("Enter");
  await expect(page.getByText("New drafts go into another set.")).toBeVisible();
  await expect(untitled).toBeFocused();
  const check = page.getByRole("button", { name: "Check pages" });
  await check.press("Enter");
  await expect(page.getByText("1 page checked.")).toBeVisible();
  await expect(check).toBeFocused();
  await page.getByRole("combobox", { name: `Move ${title} to` }).selectOption("Spring sale");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(toast(page, "Moved")).toBeVisible();
  await expect(page.getByText("1 page checked.")).not.toBeAttached();
  await expect(page.getByText("New drafts go into this set.")).toBeVisible();
  await page.getByRole("button", { name: "Show pages" }).click();
  const preview = page.frameLocator('iframe[title^="Preview: "]').locator("body");
  await expect(preview.locator("h1")).toHaveText("Kept again");
  for (const one of [1280, 375]) {
    await page.getByRole("button", { name: `${one} px` }).click();
    await expect
      .poll(() => preview.evaluate((body) => [innerWidth, body.matches("[inert]")]))
      .toEqual([one, true]);
  }
  await expectNoFaultsInLooks(page, "draft");
  await query("delete from blog_posts where id = $1", [post!.id]);
});

test("a new post is shared, scheduled, previewed, unscheduled and published from its form", async ({
  page,
}) => {
  const asked = acceptDialogs(page);
  const title = unique("Tomorrow");
  await openPanel(page, "/blog?add=1");
  await fieldOf(page, "blog-post", "title").fill(title);
  await page.getByRole("textbox", { name: /^Content/ }).fill("Words of tomorrow.");
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Schedule…" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const share = page.getByRole("dialog", { name: "Share a preview" });
  await share.getByRole("button", { name: "Create link" }).click();
  await expect(share.getByLabel("Copy this link now")).toHaveValue(/\/preview\/[\w-]+\/blog\/tomorrow/);
  await expectNoFaultsInLooks(page, `share`);
  await setLook(page, "light", 1280);
  await share.locator(".dlg__f").getByRole("button", { name: "Close" }).click();

  await choose(page, "Schedule…");
  const schedule = page.getByRole("dialog", { name: "Schedule" });
  await expect(schedule.getByText("Other pending changes stay as they are.")).toBeVisible();
  await schedule.getByLabel("Publish on").fill("2099-12-24T09:00");
  await expectNoFaults(page, "schedule");
  await schedule.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(schedule).toBeHidden();
  await expect(page.getByText(/^Not published yet\..*Goes live on Dec 24, 2099, 9:00 AM/)).toBeVisible();
  await fieldOf(page, "blog-post", "excerpt").fill("In short.");
  await expect(page.getByText("Autosaved at")).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Preview (opens in a new tab)" }).click();
  const preview = await opened;
  await expect(preview.getByText("In short.").first()).toBeVisible();
  await preview.close();
  await page.getByRole("button", { name: "Unschedule" }).click();
  await expect(toast(page, "Unscheduled")).toBeVisible();
  await expect(page.getByRole("button", { name: "Unschedule" })).toHaveCount(0);
  await expect(fieldOf(page, "blog-post", "excerpt")).toHaveValue("In short.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page, "Changes published")).toBeVisible();
  await expect(page.getByRole("row", { name: title }).getByText(/^Published,/)).toBeVisible();
  expect(await query("select excerpt from blog_posts where title = $1", [title])).toEqual([
    { excerpt: "In short." },
  ]);

  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await fieldOf(page, "blog-post", "excerpt").fill("Longer.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await page.getByRole("link", { name: "Show draft" }).click();
  await expect(page.getByRole("button", { name: "Update", exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await choose(page, "Discard draft");
  await expect(fieldOf(page, "blog-post", "excerpt")).toHaveValue("In short.");
  expect(asked).toEqual(["Discard this draft?"]);
  await undoOf(page, "Changes discarded").click();
  await expect(toast(page, "Changes restored")).toBeVisible();
  await expect(fieldOf(page, "blog-post", "excerpt")).toHaveValue("Longer.");
  await query("delete from blog_posts where title = $1", [title]);
});

test("a published post without changes can't be scheduled or shared, and the menu says why", async ({
  page,
}) => {
  const title = unique("Unchanged");
  await query(
    "insert into blog_posts (title, slug, content) values ($1, 'unchanged-post', '<p>Words.</p>')",
    [title],
  );
  await openPanel(page, "/blog");
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const share = page.locator(".more__quick").getByRole("button", { name: "Share preview" });
  await share.click();
  await expect(share).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "More", exact: true }).click();
  for (const name of ["Schedule…", "Share preview"]) {
    const item = page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText("Change something first");
  }
  await page.keyboard.press("Escape");
  await fieldOf(page, "blog-post", "excerpt").fill("In short.");
  await choose(page, "Schedule…");
  await expect(page.getByRole("dialog", { name: "Schedule" })).toBeVisible();
  await query("delete from change_sets");
  await query("delete from blog_posts where title = $1", [title]);
});

test("more than ten changed pages are checked ten at a time", async ({ page }) => {
  const title = unique("Checked");
  await query(
    `insert into blog_posts (title, slug, content)
      select $1, 'checked-' || number, '<p>Words.</p>' from generate_series(1, 12) as number`,
    [title],
  );
  await query("insert into change_sets (title) values ($1)", [title]);
  await query(
    `insert into change_items (change_set_id, kind, record_id, name, fields)
      select change_sets.id, 'blog-posts', blog_posts.id::text, blog_posts.title,
        '{"excerpt": {"base": {"value": ""}, "value": {"value": "New"}}}'
      from change_sets, blog_posts where change_sets.title = $1 and blog_posts.title = $1`,
    [title],
  );
  await openPanel(page, "/changes");
  await page.getByRole("button", { name: "Check pages" }).click();
  await expect(page.getByText("10 pages checked, 2 not checked yet.")).toBeVisible();
  await page.getByRole("button", { name: "Check the next 2" }).click();
  await expect(page.getByText("12 pages checked.")).toBeVisible();
  await expect(page.getByRole("region", { name: /^\/blog\/checked-/ })).toHaveCount(12);
  await expect(page.getByRole("button", { name: /^Check the next/ })).toHaveCount(0);
  await query("delete from change_sets where title = $1", [title]);
  await query("delete from blog_posts where title = $1", [title]);
});
