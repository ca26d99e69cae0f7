import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { logIn, openPanel, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" } });
test.afterEach(async () => {
  await query("delete from website_content where page_name = 'about'");
});

const frameOf = (page: Page) => page.frameLocator("iframe");
const intro = (page: Page) => frameOf(page).locator("main p[data-edit]").first();
const status = (page: Page) => page.locator(".pe__publish").getByRole("status");

async function openEditor(page: Page) {
  await openPanel(page, "/edit-page?path=/about");
  await expect(page.locator(".pe__text").first()).toBeVisible();
}

/** Replaces the intro's text, without saving it. */
async function retype(page: Page, text: string) {
  await intro(page).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

test("an owner fixes a typo directly on the page and publishes the fix", async ({ page }) => {
  await logIn(page);
  await page.goto("/about");
  await page.getByRole("link", { name: "Edit this page" }).click();
  await expect(page.locator(".pe__text").first()).toBeVisible();
  await retype(page, "Typed on the page.");
  await expect(status(page)).toHaveText("Saved once you leave this text.");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("Draft saved. 1 change isn't published yet.");
  // The panel's menu counts it, too.
  await expect(page.getByRole("tab", { name: /^Changes/ })).toContainText("1");
  await expect(status(page)).toContainText("Draft saved.");
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await expect(toast(page, "Changes published")).toBeVisible();
  await expect(status(page)).toHaveText("No pending changes.");
});

test("Publish on a page leaves drafts of other pages and records alone", async ({ page }) => {
  const slug = unique("other").toLowerCase().replaceAll(" ", "-");
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content, published) values ('Live', $1, '<p>Words.</p>', true) returning id",
    [slug],
  );
  await openPanel(page, `/blog?edit=${post!.id}`);
  await page.getByLabel(/^Title/).fill("Unfinished");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await openEditor(page);
  await expect(status(page)).toHaveText("No pending changes here, 1 elsewhere.");
  await expect(page.getByRole("button", { name: /^Publish \d/ })).toHaveCount(0);
  await retype(page, "Typed on the page.");
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Draft saved. 1 change isn't published yet, 1 elsewhere.");
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await expect(toast(page, "Changes published")).toBeVisible();
  await expect(status(page)).toHaveText("No pending changes here, 1 elsewhere.");
  expect(await query("delete from blog_posts where slug = $1 returning title", [slug])).toEqual([
    { title: "Live" },
  ]);
});

test("a list item is duplicated on the page, and Undo removes the copy", async ({ page }) => {
  await openEditor(page);
  const items = frameOf(page).locator("main").getByText("An average traffic increase of");
  await items.first().click();
  await frameOf(page)
    .getByRole("toolbar", { name: "List item" })
    .getByRole("button", { name: "Duplicate" })
    .click();
  await expect(toast(page, "Item duplicated")).toBeVisible();
  await expect(items).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(items).toHaveCount(1);
  await expect(status(page)).toContainText("No pending changes.");
});

test("a text is edited from the list by keyboard alone, and axe finds no violations", async ({ page }) => {
  await openEditor(page);
  await expectNoFaults(page, "the editor");
  const row = page.getByRole("button", { name: /top of the page: subheadline/ });
  await row.focus();
  await page.keyboard.press("Enter");
  const area = page.getByRole("textbox", { name: /subheadline/ });
  await expect(area).toBeFocused();
  await expectNoFaults(page, "an open row");
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await area.fill("Typed in the list.");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("Draft saved.");
  await expect(frameOf(page).locator("main")).toContainText("Typed in the list.");
});

test("an offline edit survives another click on its text and a closed tab, and is saved on Retry", async ({
  page,
  context,
}) => {
  await openEditor(page);
  await page.route("**/edit-page/save", (route) => route.abort());
  await retype(page, "Typed offline.");
  await page.keyboard.press("Enter");
  const unsaved = (shown: Page) => shown.getByRole("region", { name: "Not saved yet" });
  await expect(unsaved(page)).toContainText("Typed offline.");
  await intro(page).click();
  await page.keyboard.press("Escape");
  await expect(unsaved(page)).toContainText("Typed offline.");
  const next = await context.newPage();
  await openEditor(next);
  await expect(unsaved(next)).toBeHidden();
  await page.close();
  await next.goto("/admin-control-panel-seoprozone/edit-page?path=/about");
  await unsaved(next).getByRole("button", { name: "Retry" }).click();
  await expect(status(next)).toContainText("Draft saved.");
  await expect(unsaved(next)).toBeHidden();
});

/** Holds the next save until the returned function is called. */
async function holdSave(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    "**/edit-page/save",
    async (route) => {
      await released;
      return route.continue();
    },
    { times: 1 },
  );
  return release;
}

test("what's typed while an earlier edit of the same text is being saved isn't lost", async ({ page }) => {
  await openEditor(page);
  const release = await holdSave(page);
  await retype(page, "One.");
  await page.keyboard.press("Enter");
  await intro(page).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Two");
  release();
  await expect(status(page)).toContainText("Draft saved.");
  await page.keyboard.type(" three.");
  await expect(intro(page)).toHaveText("One. Two three.");
  // A closed tab doesn't lose it either.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("region", { name: "Not saved yet" })).toContainText("One. Two three.");
});

test("a changed list reloads the page once what's being typed is finished", async ({ page }) => {
  await openEditor(page);
  const release = await holdSave(page);
  const items = frameOf(page).locator("main").getByText("An average traffic increase of");
  await items.first().click();
  await frameOf(page)
    .getByRole("toolbar", { name: "List item" })
    .getByRole("button", { name: "Duplicate" })
    .click();
  await retype(page, "Typed before the reload");
  release();
  await expect(toast(page, "Item duplicated")).toBeVisible();
  await page.keyboard.type(" and after it.");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("Draft saved. 2 changes aren't published yet.");
  await expect(items).toHaveCount(2);
  await expect(page.locator("iframe")).toBeFocused();
  await expect(intro(page)).toHaveText("Typed before the reload and after it.");
});

test("the page has the frame's full width, and other widths are scaled to fit", async ({ page }) => {
  await openEditor(page);
  const shown = page.locator("iframe");
  const sizes = () =>
    shown.evaluate((frame: HTMLIFrameElement) => ({
      page: frame.contentWindow!.innerWidth,
      shown: Math.round(frame.getBoundingClientRect().width),
      room: frame.parentElement!.clientWidth,
    }));
  const { room } = await sizes();
  expect(room).toBeGreaterThan(500);
  await expect(page.getByRole("button", { name: "Full width" })).toHaveAttribute("aria-pressed", "true");
  expect(await sizes()).toEqual({ page: room, shown: room, room });
  await page.getByRole("button", { name: "1280 px" }).click();
  await expect.poll(sizes).toEqual({ page: 1280, shown: room, room });
});

test("texts of every page are collapsed under one heading, and the filter finds them", async ({ page }) => {
  await openEditor(page);
  const own = page.getByRole("button", { name: /top of the page: subheadline/ });
  const banner = page.getByRole("button", { name: /cookie banner: headline/ });
  const heading = page.getByText(/^On every page: header, footer and forms \(\d+\)$/);
  await expect(own).toBeVisible();
  await expect(banner).toBeHidden();
  await heading.focus();
  await page.keyboard.press("Enter");
  await expect(banner).toBeVisible();
  await expect(page.locator("details .pe__text").first()).toContainText("Appears on every page");
  await page.keyboard.press("Enter");
  await expect(banner).toBeHidden();
  await page.getByRole("searchbox", { name: "Filter this list" }).fill("cookie");
  await expect(banner).toBeVisible();
  await expect(heading).toBeHidden();
  await banner.click();
  // The open row stays visible without the filter.
  await page.getByRole("searchbox", { name: "Filter this list" }).fill("");
  await expect(page.getByRole("textbox", { name: /cookie banner: headline/ })).toBeVisible();
});

test("a conflict doesn't move the page that's being edited", async ({ page }) => {
  await openEditor(page);
  const boxes = async () => [
    await page.locator("iframe").boundingBox(),
    await page.locator(".pe").boundingBox(),
  ];
  const before = await boxes();
  const scrolled = () => page.evaluate(() => scrollY);
  expect(await scrolled()).toBe(0);
  await page.route("**/edit-page/save", (route) =>
    route.fulfill({ json: { state: "conflict", now: "Theirs, typed since then." } }),
  );
  await retype(page, "Mine.");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: "Not saved yet" });
  await expect(panel).toContainText("Theirs, typed since then.");
  await expect(panel).toContainText("About, top of the page: subheadline");
  await expect(panel.getByRole("button", { name: "Keep mine" })).toBeInViewport();
  expect(await boxes()).toEqual(before);
  expect(await scrolled()).toBe(0);
  await expectNoFaults(page, "a conflict");
  await panel.getByRole("button", { name: "Use theirs" }).click();
  await expect(panel).toBeHidden();
});

test("outlines of texts leave the page's rounded corners as they are", async ({ page }) => {
  await openPanel(page, "/edit-page?path=/case-studies");
  await expect(page.locator(".pe__text").first()).toBeVisible();
  const changed = await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
    const shown = frame.contentDocument!;
    const corners = () =>
      [...shown.querySelectorAll("[data-edit]")].map(
        (one) => frame.contentWindow!.getComputedStyle(one).borderRadius,
      );
    const edited = corners();
    shown.adoptedStyleSheets = [];
    const own = corners();
    return {
      rounded: own.filter((one) => one !== "0px").length,
      changed: edited.filter((one, i) => one !== own[i]),
    };
  });
  expect(changed.rounded).toBeGreaterThan(0);
  expect(changed.changed).toEqual([]);
});

test.describe("page editor on a phone", () => {
  test.use({ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true });

  test("tapping a text opens its row in the list", async ({ page }) => {
    await openEditor(page);
    await intro(page).tap();
    const area = page.getByRole("textbox", { name: /subheadline/ });
    await expect(area).toBeFocused();
    await area.fill("Typed on a phone.");
    await page.getByRole("button", { name: "Save draft" }).tap();
    await expect(status(page)).toContainText("Draft saved.");
    await expectNoFaults(page, "a phone");
  });
});
