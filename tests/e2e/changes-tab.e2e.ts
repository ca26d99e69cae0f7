import { expect, type Request } from "@playwright/test";
import { draftName } from "../../app/features/changes/record-key.server.ts";
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

/** Adds published posts, each with a draft, and returns the drafts' names by title. */
async function addDrafts(titles: readonly string[]): Promise<Map<string, string>> {
  const posts = await query<{ id: string; title: string }>(
    `insert into blog_posts (title, slug, content)
      select title, replace(lower(title), ' ', '-'), '<p>Words.</p>' from unnest($1::text[]) as title returning id, title`,
    [titles],
  );
  await query("insert into change_sets (collects) values (true)");
  await query(
    `insert into change_items (change_set_id, kind, record_id, name, fields)
      select change_sets.id, 'blog-posts', blog_posts.id::text, blog_posts.title,
        '{"excerpt": {"base": {"value": ""}, "value": {"value": "New"}}}'
      from change_sets, blog_posts where change_sets.collects and blog_posts.title = any($1)`,
    [titles],
  );
  return new Map(posts.map(({ id, title }) => [title, draftName({ kind: "blog-posts", id })]));
}

test("a draft is opened and changed in its form, and selected, checked and previewed on the Changes tab", async ({
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
  await expect(page.getByRole("button", { name: "Save draft" })).toHaveAttribute("type", "submit");
  await fieldOf(page, "blog-post", "title").fill("Kept again");
  await expect(page.getByText("Draft saved at")).toBeVisible();
  await page.goto(page.url().replace("&draft=1", ""));
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  await expect(page.getByText("You have unsaved changes")).toBeHidden();
  await page.getByRole("link", { name: "Show draft" }).click();
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue("Kept again");
  await expect(page.getByRole("button", { name: "Save draft" })).toHaveAttribute("type", "submit");
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

  const check = page.getByRole("button", { name: "Check these drafts" });
  await check.press("Enter");
  await expect(page.getByText("1 page checked.")).toBeVisible();
  await expect(check).toBeFocused();
  const box = page.getByRole("checkbox", { name: `Select ${title}` });
  await expect(box).not.toBeChecked();
  await box.press("Space");
  await expect(page.getByRole("checkbox", { name: "1 selected" })).toBeChecked();
  await expect(box).toBeFocused();
  await expect(page.getByText("1 page checked.")).not.toBeAttached();
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
  await expect(page.getByText(/^You're looking at the draft/)).toBeVisible();
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
  const titles = Array.from({ length: 12 }, (_, i) => `${title} ${i}`);
  await addDrafts(titles);
  await openPanel(page, "/changes");
  await page.getByRole("button", { name: "Check these drafts" }).click();
  await expect(page.getByText("10 pages checked, 2 not checked yet.")).toBeVisible();
  await page.getByRole("button", { name: "Check the next 2" }).click();
  await expect(page.getByText("12 pages checked.")).toBeVisible();
  await expect(page.getByRole("region", { name: /^\/blog\/checked-/ })).toHaveCount(12);
  await expect(page.getByRole("button", { name: /^Check the next/ })).toHaveCount(0);
  await query("delete from change_sets");
  await query("delete from blog_posts where title = any($1)", [titles]);
});

test("the selected drafts are shared, scheduled, published and discarded together, and the others stay", async ({
  page,
}) => {
  const asked = acceptDialogs(page);
  const titles = [unique("First"), unique("Second"), unique("Third")] as const;
  const [first, second, third] = titles;
  const names = await addDrafts(titles);
  const published = async () =>
    (await query<{ title: string }>("select title from blog_posts where excerpt = 'New' order by title")).map(
      ({ title }) => title,
    );
  const box = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
  const act = (name: string) => page.locator(".changes__bar").getByRole("button", { name }).click();
  await openPanel(page, `/changes?drafts=${names.get(first)}`);
  await expect(page.getByRole("checkbox", { name: "1 selected" })).not.toBeChecked();
  await expect(box(first)).toBeChecked();
  await expect(box(second)).not.toBeChecked();

  await box(second).check();
  await page.getByRole("button", { name: "Show pages" }).click();
  await expect(page.getByRole("combobox", { name: "Page to preview" }).getByRole("option")).toHaveText([
    first,
    second,
  ]);
  await page.getByRole("button", { name: "Hide pages" }).click();
  await act("Share preview");
  const share = page.getByRole("dialog", { name: "Share a preview" });
  await share.getByRole("button", { name: "Create link" }).click();
  await expect(share.getByLabel("Copy this link now")).toHaveValue(/\/preview\/[\w-]+\/blog\/first/);
  await share.locator(".dlg__f").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("row", { name: `${first}, ${second}` })).toContainText("Not yet");

  await act("Schedule…");
  const schedule = page.getByRole("dialog", { name: "Schedule" });
  await schedule.getByLabel("Publish on").fill("2099-12-24T09:00");
  await schedule.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(toast(page, "Scheduled")).toBeVisible();
  await expect(schedule).toBeHidden();
  const group = (name: RegExp | string) =>
    page.locator(".changes__group", { has: page.getByRole("heading", { name }) });
  await expect(group("Not scheduled").getByRole("checkbox")).toHaveAccessibleName(`Select ${third}`);
  const later = group(/^Goes live on Dec 24, 2099, 9:00 AM/);
  await expect(later.getByRole("checkbox")).toHaveCount(2);
  await expectNoFaultsInLooks(page, "scheduled drafts");
  await setLook(page, "light", 1280);

  await act("Publish now");
  await expect(toast(page, "Changes published")).toBeVisible();
  expect(asked).toEqual(["Publish changes to 2 items now? 2 drafts are scheduled for later."]);
  await expect(box(first)).toHaveCount(0);
  await expect(box(third)).not.toBeChecked();
  expect(await published()).toEqual([first, second]);

  await box(third).check();
  await act("Discard");
  await expect(page.getByRole("heading", { name: "No pending changes" })).toBeVisible();
  await undoOf(page, "Changes discarded").click();
  await expect(box(third)).toBeVisible();
  expect(asked.slice(1)).toEqual(["Discard 1 draft?"]);
  expect(await published()).toEqual([first, second]);
  await query("delete from blog_posts where title = any($1)", [titles]);
});

test("a draft can be unscheduled with those it was scheduled with", async ({ page }) => {
  const titles = [unique("Soon"), unique("Sooner")];
  await addDrafts(titles);
  await query("update change_sets set collects = false, publish_at = '2099-12-24T09:00Z'");
  await openPanel(page, "/changes");
  await page.getByRole("button", { name: "Unschedule" }).click();
  await expect(toast(page, "Unscheduled")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Goes live/ })).toHaveCount(0);
  for (const title of titles) await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await query("delete from blog_posts where title = any($1)", [titles]);
});

test("if a selected draft is gone, nothing is published and the tab shows what's left", async ({ page }) => {
  acceptDialogs(page);
  const titles = [unique("Gone"), unique("Left")] as const;
  const [gone, left] = titles;
  await addDrafts(titles);
  await openPanel(page, "/changes");
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await query("delete from change_items where name = $1", [gone]);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(
    toast(page, "The drafts have changed since you opened this page. Review them, then try again."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: gone })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: `Select ${left}` })).toBeChecked();
  expect(await query("select from blog_posts where excerpt = 'New'")).toEqual([]);
  await query("delete from blog_posts where title = any($1)", [titles]);
});
