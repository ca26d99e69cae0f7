import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { openPanel, save, setLook, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.47" } });

const fieldOf = (page: Page, name: string) => page.locator(`form[data-form] [name="${name}"]`);
const editorOf = (page: Page, name = "Content") =>
  page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const offer = (page: Page) => page.getByText("You have unsaved changes from");
const goOn = (page: Page) => page.getByRole("button", { name: "Restore" }).click();
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const waitUntilKept = (page: Page) => expect(page.getByText(/^Autosaved at \d+:\d\d [AP]M$/)).toBeVisible();

/** Waits for the autosave that contains the last change, because earlier ones may still be arriving. */
const keptWith = (page: Page, isLast: (fields: URLSearchParams) => boolean) =>
  page.waitForResponse(
    (response) =>
      response.ok() &&
      response.url().endsWith("/autosaves") &&
      isLast(new URLSearchParams(response.request().postData() ?? "")),
  );

/** Simulates a crash: the page gets no event before it closes. */
async function crash(page: Page): Promise<Page> {
  const context = page.context();
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  browser.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
  return context.newPage();
}

async function open(page: Page, address: string) {
  await page.goto(PANEL + address);
  await page.locator(".adm[data-ready]").waitFor();
}

async function openNew(page: Page, tab: "blog" | "case-studies") {
  await openPanel(page, `/${tab}?add=1`);
  await expect(fieldOf(page, "title")).toBeVisible();
}

async function addPost(page: Page, title: string): Promise<string> {
  await openNew(page, "blog");
  await fieldOf(page, "title").fill(title);
  await fieldOf(page, "content").fill("<p>Saved.</p>");
  await save(page);
  // The report moves the list down.
  await expect(page.getByRole("region", { name: "Publish checks" })).toContainText("Passed");
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await expect(editorOf(page)).toHaveText("Saved.");
  return new URL(page.url()).search;
}

test("a new, unsaved post survives a crash and can be restored", async ({ page }) => {
  await openNew(page, "blog");
  const title = unique("Half a Thought");
  const kept = keptWith(
    page,
    (fields) => fields.get("kind") === "blog-post" && fields.get("published") === "off",
  );
  await fieldOf(page, "title").fill(title);
  await editorOf(page).fill("A whole afternoon.");
  await fieldOf(page, "featured_image").fill("/mark.svg");
  await page.getByRole("switch", { name: "Published" }).uncheck();
  await kept;
  await waitUntilKept(page);

  const again = await crash(page);
  await open(again, "/blog");
  await expect(again.getByText(`You have an unsaved new blog post: “${title}”`)).toBeVisible();
  await again.getByRole("button", { name: "Add Blog Post" }).click();
  await expect(offer(again)).toContainText(`“${title}”`);
  await expect(fieldOf(again, "title")).toHaveValue("");
  await again.getByRole("button", { name: "Not now" }).click();
  await expect(offer(again)).toBeHidden();
  await expect(fieldOf(again, "title")).toBeFocused();
  await again.getByRole("button", { name: "Cancel" }).click();
  await again.getByRole("button", { name: "Add Blog Post" }).click();
  await expect(fieldOf(again, "title")).toBeVisible();
  await expect(offer(again)).toBeHidden();
  await again.getByRole("button", { name: "Cancel" }).click();
  // Opening the autosave from the list restores it without asking.
  await again.getByRole("button", { name: "Open it" }).click();
  await expect(fieldOf(again, "title")).toHaveValue(title);
  await expect(offer(again)).toBeHidden();
  await expect(fieldOf(again, "title")).toBeFocused();
  await expect(editorOf(again)).toHaveText("A whole afternoon.");
  await expect(fieldOf(again, "featured_image")).toHaveValue("/mark.svg");
  await expect(again.getByRole("switch", { name: "Published" })).not.toBeChecked();
  await fieldOf(again, "title").fill(`${title} 2`);
  await expect(fieldOf(again, "slug")).toHaveValue(`${title} 2`.toLowerCase().replaceAll(" ", "-"));
  await save(again);
  await expect(toast(again, "Blog post added successfully")).toBeVisible();
  await expect(again.getByText("You have an unsaved new")).toBeHidden();
  await again.getByRole("button", { name: "Add Blog Post" }).click();
  await expect(fieldOf(again, "title")).toBeVisible();
  await expect(offer(again)).toBeHidden();
});

test("restoring a case study's unsaved changes restores every field", async ({ page }) => {
  await openPanel(page, "/case-studies");
  const edit = page.getByRole("button", { name: /^Edit / }).first();
  const name = (await edit.textContent())!.replace("Edit ", "");
  const kept = keptWith(page, (fields) => fields.get("results")?.includes("41") ?? false);
  await edit.click();
  const slug = await fieldOf(page, "slug").inputValue();
  await editorOf(page, "The Challenge").fill("Told anew.");
  await fieldOf(page, "image").fill("/mark.svg");
  const industry = await fieldOf(page, "industry_id").locator("option").last().getAttribute("value");
  await fieldOf(page, "industry_id").selectOption(industry);
  await page.getByRole("button", { name: "Add result" }).click();
  await page.getByLabel("Result label").last().fill("Calls");
  await page.getByLabel("Result value").last().fill("41");
  await kept;

  const again = await crash(page);
  await open(again, "/case-studies");
  await expect(row(again, name)).toContainText("Unsaved changes");
  await again.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(editorOf(again, "The Challenge")).not.toHaveText("Told anew.");
  await goOn(again);
  await expect(editorOf(again, "The Challenge")).toHaveText("Told anew.");
  await expect(again.getByLabel("Result label").last()).toHaveValue("Calls");
  await expect(again.getByLabel("Result value").last()).toHaveValue("41");
  await expect(fieldOf(again, "image")).toHaveValue("/mark.svg");
  await expect(fieldOf(again, "industry_id")).toHaveValue(industry!);
  await expect(fieldOf(again, "slug")).toHaveValue(slug);

  again.once("dialog", (dialog) => dialog.accept());
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(again.getByRole("dialog")).toBeHidden();
  await expect(row(again, name)).not.toContainText("Unsaved changes");
});

test("Cancel asks first: declining keeps the autosave, and agreeing deletes it", async ({ page }) => {
  await openNew(page, "case-studies");
  await fieldOf(page, "title").fill(unique("Given up"));
  await waitUntilKept(page);
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("button", { name: "Cancel" }).click();
  const other = await page.context().newPage();
  await open(other, "/case-studies");
  await expect(other.getByText("You have an unsaved new case study")).toBeVisible();

  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("You have an unsaved new")).toBeHidden();
  await other.reload();
  await expect(other.getByRole("button", { name: "Add Case Study" })).toBeVisible();
  await expect(other.getByText("You have an unsaved new")).toBeHidden();
});

test("the last keystrokes are autosaved when the browser closes", async ({ page }) => {
  await openNew(page, "blog");
  const context = page.context();
  const title = unique("Last words");
  await fieldOf(page, "title").fill(title);
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await expect
    .poll(() => query("select 1 from autosaves where fields->>'title' = $1", [title]))
    .toHaveLength(1);
  await open(again, "/blog?add=1");
  await expect(offer(again)).toBeVisible();
  await goOn(again);
  await expect(fieldOf(again, "title")).toHaveValue(title);
});

test("two unsaved posts from two windows survive a crash and are offered one at a time", async ({ page }) => {
  const [first, second] = [unique("First window"), unique("Second window")];
  await openNew(page, "blog");
  await fieldOf(page, "title").fill(first);
  await waitUntilKept(page);
  const other = await page.context().newPage();
  await open(other, "/blog?add=1");
  await expect(offer(other)).toBeVisible();
  await fieldOf(other, "title").fill(second);
  await waitUntilKept(other);
  await other.close();

  const again = await crash(page);
  await open(again, "/blog");
  await expect(again.getByText("You have 2 unsaved new blog posts")).toBeVisible();
  await again.getByRole("button", { name: "Open it" }).click();
  await expect(fieldOf(again, "title")).toHaveValue(second);
  await fieldOf(again, "content").fill("<p>Done.</p>");
  await save(again);
  await expect(again.getByText("You have an unsaved new blog post")).toBeVisible();
  await again.getByRole("button", { name: "Open it" }).click();
  await expect(fieldOf(again, "title")).toHaveValue(first);
});

test("discarding unsaved changes doesn't ask first and can be undone", async ({ page }) => {
  const title = unique("Chosen");
  const search = await addPost(page, title);
  await editorOf(page).fill("Older.");
  await waitUntilKept(page);
  const again = await crash(page);
  await open(again, `/blog${search}`);
  await expect(offer(again)).toBeVisible();

  await fieldOf(again, "excerpt").fill("Newer.");
  await waitUntilKept(again);
  again.once("dialog", (dialog) => dialog.dismiss());
  await goOn(again);
  await expect(editorOf(again)).toHaveText("Saved.");

  await again.getByRole("button", { name: "Discard" }).click();
  await expect(fieldOf(again, "title")).toBeFocused();
  await again.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect(offer(again)).toBeVisible();
  await again.getByRole("button", { name: "Discard" }).click();
  await expect(offer(again)).toBeHidden();
  await expect(fieldOf(again, "excerpt")).toHaveValue("Newer.");
  await save(again);
  await expect(toast(again, "Blog post updated successfully")).toBeVisible();
  await expect(row(again, title)).not.toContainText("Unsaved changes");
});

test("changing every field back deletes the autosave", async ({ page }) => {
  const title = unique("Revert on");
  const search = await addPost(page, title);
  await fieldOf(page, "author").fill("Somebody");
  await waitUntilKept(page);
  await fieldOf(page, "author").fill("SEO Pro Zone");
  await expect(page.getByText("Autosaved at")).toBeHidden();
  const other = await page.context().newPage();
  await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
  await open(other, `/blog${search}`);
  await expect(offer(other)).toBeHidden();
});

test("after another editor's save, the autosave is kept and a notice is shown", async ({ page }) => {
  const title = unique("Contested");
  const search = await addPost(page, title);
  await editorOf(page).fill("Mine.");
  await waitUntilKept(page);
  const other = await page.context().newPage();
  await open(other, `/blog${search}`);
  await editorOf(other).fill("Theirs.");
  await save(other);
  await expect(toast(other, "Blog post updated successfully")).toBeVisible();
  await other.close();

  const again = await crash(page);
  await open(again, `/blog${search}`);
  await expect(editorOf(again)).toHaveText("Theirs.");
  await expect(again.getByText("saved in another window or session")).toBeVisible();
  await goOn(again);
  await expect(editorOf(again)).toHaveText("Mine.");
  await save(again);
  await expect(again.getByRole("alert")).toContainText(
    /Someone else saved this post after you opened it, so your changes weren't saved\. They changed Content \(\w+ \d+, [\d:]+ [AP]M\)\./,
  );
  await expect(editorOf(again)).toHaveText("Mine.");
});

test("an offline form says so and autosaves once it's back online", async ({ page, context }) => {
  await openNew(page, "blog");
  await context.setOffline(true);
  await fieldOf(page, "title").fill(unique("Tunnel"));
  await expect(page.getByRole("status").filter({ hasText: "Not autosaved: you're offline" })).toBeVisible();
  await context.setOffline(false);
  await waitUntilKept(page);
  await expect(page.getByText("Not autosaved")).toBeHidden();
});

test("if the session has ended, Save draft asks you to sign in again and then saves a draft, not the post", async ({
  page,
  context,
}) => {
  const title = unique("Only a Draft");
  await addPost(page, title);
  await context.clearCookies({ name: "panel_session" });
  await fieldOf(page, "excerpt").fill("Not for visitors yet.");
  await expect(page.getByText("Not autosaved: you're logged out.")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Log in again" })).toBeHidden();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("dialog", { name: "Log in again" }).getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Draft saved")).toBeVisible();
  const [stored] = await query<{ excerpt: string }>("select excerpt from blog_posts where title = $1", [
    title,
  ]);
  expect(stored?.excerpt).toBe("");
});

test("a draft that was changed in another window can be overwritten", async ({ page, context }) => {
  const address = `/blog${await addPost(page, unique("Two Windows"))}&draft=1`;
  const saveDraft = (shown: Page) => shown.getByRole("button", { name: "Save draft" }).click();
  await fieldOf(page, "excerpt").fill("First.");
  await saveDraft(page);
  await expect(toast(page, "Draft saved")).toBeVisible();
  await open(page, address);
  const other = await context.newPage();
  await open(other, address);
  await fieldOf(other, "excerpt").fill("Theirs.");
  await saveDraft(other);
  await expect(toast(other, "Draft saved")).toBeVisible();
  await fieldOf(page, "excerpt").fill("Mine.");
  await saveDraft(page);
  await page.getByRole("button", { name: "Overwrite it" }).click();
  await expect(page.getByText("Click Save draft to replace the newer version with yours.")).toBeVisible();
  await saveDraft(page);
  await expect(toast(page, "Draft saved")).toBeVisible();
  await open(other, address);
  await expect(fieldOf(other, "excerpt")).toHaveValue("Mine.");
});

test("what's typed while the form is being saved stays in the open form, and can be saved too", async ({
  page,
}) => {
  const title = unique("Typed On");
  await addPost(page, title);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.endsWith("/blog.data"),
    async (route) => {
      if (route.request().method() === "POST") await released;
      return route.continue();
    },
  );
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  const excerpt = fieldOf(page, "excerpt");
  await excerpt.fill("One.");
  await page.keyboard.press("ControlOrMeta+S");
  await excerpt.pressSequentially(" Two.");
  release();
  await expect(toast(page, "Blog post updated successfully")).toBeVisible();
  await excerpt.pressSequentially(" Three.");
  expect(asked).toEqual([]);
  await save(page);
  await expect(excerpt).toBeHidden();
  const [stored] = await query<{ excerpt: string }>("select excerpt from blog_posts where title = $1", [
    title,
  ]);
  expect(stored?.excerpt).toBe("One. Two. Three.");
});

test("two windows with the same restored changes don't overwrite each other's draft", async ({
  page,
  context,
}) => {
  const shown = await addPost(page, unique("Restored Twice"));
  const address = `/blog${shown}&draft=1`;
  const saveDraft = (page: Page) => page.getByRole("button", { name: "Save draft" }).click();
  await fieldOf(page, "excerpt").fill("First.");
  await saveDraft(page);
  await expect(toast(page, "Draft saved")).toBeVisible();
  // What's typed into a scheduled draft is autosaved separately.
  await query("update change_sets set publish_at = now() + interval '1 day' where state = 'open'");
  await open(page, address);
  await fieldOf(page, "excerpt").fill("Typed here.");
  await waitUntilKept(page);
  const other = await context.newPage();
  await open(other, address);
  await goOn(other);
  await expect(fieldOf(other, "excerpt")).toHaveValue("Typed here.");
  await fieldOf(other, "excerpt").fill("Theirs.");
  await saveDraft(other);
  await expect(toast(other, "Draft saved")).toBeVisible();
  const id = new URLSearchParams(shown).get("edit");
  expect(await query("select id from autosaves where record_id = $1", [id])).toEqual([]);
  await fieldOf(page, "excerpt").fill("Mine.");
  await saveDraft(page);
  await expect(page.getByRole("alert")).toContainText("in another window");
  await open(other, address);
  await expect(fieldOf(other, "excerpt")).toHaveValue("Theirs.");
});

test("an autosave that's in flight during a save doesn't reappear", async ({ page }) => {
  const title = unique("Overtaken");
  await addPost(page, title);
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(`**${PANEL}/autosaves`, async (route) => {
    if (!route.request().postData()?.includes("intent=autosave")) return route.continue();
    held.resolve();
    await release.promise;
    return route.continue();
  });
  await fieldOf(page, "excerpt").fill("Quick.");
  await held.promise;
  await save(page);
  await expect(toast(page, "Blog post updated successfully")).toBeVisible();
  const forgotten = page.waitForResponse(
    (response) => response.request().postData()?.includes("intent=forget") ?? false,
  );
  release.resolve();
  expect((await forgotten).status()).toBe(200);
  // The URL changes only after the list has loaded.
  await expect(row(page, title)).toBeVisible();
  await page.reload();
  await expect(row(page, title)).toBeVisible();
  await expect(row(page, title)).not.toContainText("Unsaved changes");
});

test("a post that exceeds the browser's keepalive limit is autosaved too", async ({ page }) => {
  await openNew(page, "blog");
  await fieldOf(page, "content").fill(`<p>${"a long post ".repeat(10_000)}</p>`);
  await waitUntilKept(page);
});

for (const [tab, theme, width] of [
  ["blog", "light", 1280],
  ["case-studies", "dark", 375],
] as const) {
  test(`axe finds no violations in forms with unsaved changes (${tab}, ${theme}, ${width} px)`, async ({
    page,
    context,
  }) => {
    await setLook(page, theme, width);
    await openNew(page, tab);
    await context.setOffline(true);
    await fieldOf(page, "title").fill("Half written");
    await expect(page.getByText("Not autosaved")).toBeVisible();
    await expectNoFaults(page, "no longer available");
    await context.setOffline(false);
    await waitUntilKept(page);
    page.once("dialog", (dialog) => dialog.accept());
    await open(page, `/${tab}`);
    await expect(page.getByText("You have an unsaved new")).toBeVisible();
    await expectNoFaults(page, "list");
    await page.getByRole("button", { name: /^Add (Blog Post|Case Study)$/ }).click();
    await expect(offer(page)).toBeVisible();
    await expectNoFaults(page, "offered");
  });
}
