import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { addImage } from "../support/images.ts";
import { ADMIN_PASSWORD } from "../support/owner.ts";
import {
  acceptDialogs,
  fieldOf,
  openDashboard,
  openPanel,
  save,
  tab,
  toast,
  undoOf,
  unique,
} from "../support/panel.ts";
import { makePhoto } from "../support/photo.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.71" } });

const emptyLibrary = () => query("truncate media cascade");
test.beforeEach(emptyLibrary);
test.afterAll(async () => {
  await emptyLibrary();
  await query("delete from website_content where content_value like '/media/%'");
});

const picker = (page: Page) => page.getByRole("dialog", { name: "Choose an image" });
const altTexts = (page: Page) => picker(page).getByLabel("Alt text", { exact: true });
const editorOf = (page: Page) => page.locator(".rte__b[contenteditable=true]");
const tiles = (page: Page) => page.locator(".lib__tile");
const stored = () =>
  query<{ id: string; name: string; alt: string }>("select id, name, alt from media order by created_at, id");

/** Counts clicks, including the one in the file chooser. */
function counting() {
  let clicks = 0;
  return {
    get clicks() {
      return clicks;
    },
    async press(what: Locator) {
      clicks++;
      await what.click();
    },
    async choose(page: Page, button: Locator, files: Awaited<ReturnType<typeof makePhoto>>[]) {
      const chooser = page.waitForEvent("filechooser");
      clicks += 2;
      await button.click();
      await (await chooser).setFiles(files);
    },
  };
}

test("publishing a post with three images from an empty library takes at most 12 clicks", async ({
  page,
}) => {
  await openDashboard(page);
  const title = unique("Three photographs");
  const count = counting();
  await count.press(tab(page, "Blog"));
  await count.press(page.getByRole("button", { name: "Add Blog Post" }));
  await expect(fieldOf(page, "blog-post", "title")).toBeFocused();
  await page.keyboard.type(title);
  await count.press(editorOf(page));
  await page.keyboard.type("Our work in three images.");
  await count.press(page.getByRole("button", { name: "Image", exact: true }));
  await count.press(page.getByRole("button", { name: "Choose image" }).first());
  const photos = await Promise.all(["desk.jpg", "team.jpg", "door.jpg"].map((name) => makePhoto(name)));
  await count.choose(page, picker(page).getByText("Upload images").first(), photos);
  await expect(altTexts(page).first()).toBeFocused();
  for (const [i, alt] of ["Our desk", "Our team", "Our door"].entries()) {
    await altTexts(page).nth(i).focus();
    await page.keyboard.type(alt);
  }
  await count.press(picker(page).getByRole("button", { name: "Insert 3 images" }));
  await expect(fieldOf(page, "blog-post", "content")).toHaveValue(
    /^<p>Our work in three images\.<\/p>(<p><img src="\/media\/[a-z2-7]{12}" alt="Our (desk|team|door)"><\/p>){3}$/,
  );
  await count.press(page.getByRole("button", { name: "Choose image for Featured image" }));
  await count.press(picker(page).getByRole("button", { name: "team" }));
  await expect(fieldOf(page, "blog-post", "featured_image")).toHaveValue(/^\/media\/[a-z2-7]{12}$/);
  await count.press(page.getByRole("button", { name: "Publish", exact: true }));
  await expect(toast(page, "Blog post added successfully")).toBeVisible();
  expect(count.clicks).toBeLessThanOrEqual(12);
  expect(await stored()).toHaveLength(3);
  const [post] = await query<{ published: boolean; content: string }>(
    "select published, content from blog_posts where title = $1",
    [title],
  );
  expect(post!.published).toBe(true);
  expect(post!.content.match(/<img/g)).toHaveLength(3);
});

test("uploading the logo in Settings takes at most 6 clicks and can be undone", async ({ page }) => {
  await openDashboard(page);
  const count = counting();
  await count.press(tab(page, "Settings"));
  await count.press(page.getByRole("link", { name: "Brand", exact: true }));
  const card = page.getByRole("region", { name: "Logo and icon" });
  await count.press(card.getByRole("button", { name: "Choose or upload Logo", exact: true }));
  await count.choose(page, picker(page).getByText("Upload images").first(), [await makePhoto("logo.jpg")]);
  await expect(altTexts(page)).toHaveCount(0);
  await count.press(picker(page).getByRole("button", { name: "Use image" }));
  await expect(picker(page)).toBeHidden();
  await expect(toast(page, "Content updated successfully")).toBeVisible();
  expect(count.clicks).toBeLessThanOrEqual(6);
  // The card shows the logo on a light and on a dark background.
  await expect(card.locator(".logobox img")).toHaveCount(2);
  const [logo] = await stored();
  expect(logo!.alt).toMatch(/^Logo of /);
  const uses = await query("select kind, field from media_uses where media_id = $1", [logo!.id]);
  expect(uses).toEqual([{ kind: "website-content", field: "content_value" }]);
  await card.getByRole("button", { name: "Remove Logo", exact: true }).click();
  await expect(card.locator(".logobox img")).toHaveCount(0);
  await undoOf(page, "Content deleted successfully").last().click();
  await expect(card.locator(".logobox img")).toHaveCount(2);
});

test("an image can be uploaded, given alt text and inserted by keyboard alone", async ({ page }) => {
  const asked = acceptDialogs(page);
  await openPanel(page, "/media");
  const chooser = page.waitForEvent("filechooser");
  await page.getByLabel("Upload images").first().focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles([await makePhoto("desk.jpg")]);
  await page.getByLabel("Alt text", { exact: true }).focus();
  await page.keyboard.type("Our desk");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Uploaded with alt text")).toBeVisible();
  await page.getByRole("button", { name: "Edit desk" }).focus();
  await page.keyboard.press("Enter");
  const detail = page.locator("form[data-form=media]");
  await expect(detail.getByLabel("Alt text")).toHaveValue("Our desk");
  const focus = detail.getByRole("button", { name: "Focal point" });
  await focus.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(detail.getByText("53% from the left, 40% from the top", { exact: true })).toBeAttached();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Image saved")).toBeVisible();
  const [image] = await query<{ id: string; focal_x: number; focal_y: number }>("select * from media");
  expect([image!.focal_x, image!.focal_y]).toEqual([expect.closeTo(0.53, 5), expect.closeTo(0.4, 5)]);

  expect(asked).toEqual([]);

  await openPanel(page, "/blog?add=1");
  await editorOf(page).focus();
  await page.getByRole("button", { name: "Image", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose image" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await picker(page).getByRole("button", { name: "desk" }).focus();
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, "blog-post", "content")).toHaveValue(
    `<p><img src="/media/${image!.id}" alt="Our desk"></p>`,
  );
});

test("a failed upload keeps its place in the text and can be retried", async ({ page }) => {
  await openPanel(page, "/blog?add=1");
  await fieldOf(page, "blog-post", "title").fill(unique("Late image"));
  let isBroken = true;
  await page.route("**/media/upload*", (route) =>
    isBroken ? route.fulfill({ status: 507, json: { error: "The disk is full." } }) : route.continue(),
  );
  const photo = await makePhoto("late.jpg");
  await editorOf(page).click();
  await page.keyboard.type("Words.");
  await editorOf(page).evaluate(
    (editor, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], "late.jpg", { type: "image/jpeg" }));
      editor.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
    },
    [...photo.buffer],
  );
  await expect(picker(page).getByText("The disk is full.")).toBeVisible();
  await picker(page).getByRole("button", { name: "Try again" }).click();
  await expect(picker(page).getByText("The disk is full.")).toBeVisible();
  isBroken = false;
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/media/upload*", async (route) => {
    await held;
    await (isBroken ? route.abort() : route.continue());
  });
  await picker(page).getByRole("button", { name: "Try again" }).click();
  await altTexts(page).fill("A late image");
  await picker(page).getByRole("button", { name: "Use image" }).click();
  await expect(picker(page)).toBeHidden();
  await expect(page.locator(".rte__place")).toContainText("late.jpg");
  await save(page);
  await expect(toast(page, "An image is still uploading")).toBeVisible();
  arrive();
  await expect(fieldOf(page, "blog-post", "content")).toHaveValue(
    /^<p>Words\.<\/p><p><img src="\/media\/[a-z2-7]{12}" alt="A late image"><\/p>$/,
  );
  await save(page);
  await expect(toast(page, "Blog post added successfully")).toBeVisible();
});

test("an upload that gets no response times out and can be retried", async ({ page }) => {
  await page.clock.install();
  await openPanel(page, "/media");
  let asked = 0;
  await page.route("**/media/upload*", () => void asked++);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([await makePhoto("silent.jpg")]);
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => asked).toBe(attempt);
    await page.clock.fastForward(61_000);
    await page.clock.runFor(30_000);
  }
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("an upload interrupted by an expired session resumes after signing in again", async ({ page }) => {
  await openPanel(page, "/media");
  await query("delete from admin_sessions");
  const input = page.locator("input[type=file]").first();
  await input.setInputFiles([await makePhoto("kept.jpg")]);
  const login = page.getByRole("dialog", { name: "Log in again" });
  await login.getByLabel("Password").fill(ADMIN_PASSWORD);
  await login.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Uploaded", { exact: true })).toBeVisible();
  expect((await stored()).map(({ name }) => name)).toEqual(["kept"]);
});

test("dropped files are uploaded, except duplicates and other file types, and a message says how many failed", async ({
  page,
}) => {
  await openPanel(page, "/media");
  const photo = await makePhoto("desk.jpg");
  const drop = (files: { name: string; type: string; bytes: number[] }[]) =>
    page.locator(".lib").evaluate((lib, files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, bytes } of files)
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      lib.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    }, files);
  const bytes = [...photo.buffer];
  await drop([
    { name: "desk.jpg", type: "image/jpeg", bytes },
    { name: "paper.pdf", type: "application/pdf", bytes: [1] },
  ]);
  await expect(page.getByText(/^This isn't an image/)).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  const announcement = page.getByText("1 image uploaded. 1 image failed to upload.");
  await expect.poll(async () => (await announcement.boundingBox())?.height).toBeGreaterThan(10);
  await drop([{ name: "again.jpg", type: "image/jpeg", bytes }]);
  await expect(page.getByText("You already have this image.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Upload a copy" }).click();
  await expect(tiles(page)).toHaveCount(2);
});

test("deleting an image in use first shows where it's used, and can be undone", async ({ page }) => {
  const image = { id: "aaaaaaaaaaaa" };
  await addImage(query, image);
  const title = unique("Shows it");
  await query("insert into blog_posts (title, slug, content) values ($1, $2, $3)", [
    title,
    title.toLowerCase().replaceAll(" ", "-"),
    `<p><img src="/media/${image.id}" alt=""></p>`,
  ]);
  const asked = acceptDialogs(page);
  await openPanel(page, `/media?edit=${image.id}`);
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Image deleted")).toBeVisible();
  expect(asked).toEqual([expect.stringContaining(`${title} (Content)`)]);
  await undoOf(page, "Image deleted").click();
  await expect(toast(page, "Undone")).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  await query("delete from blog_posts where title = $1", [title]);
});

test("axe finds no violations in the Media tab, picker and editor", async ({ page }) => {
  await openPanel(page, "/media");
  await expectNoFaultsInLooks(page, "empty library");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([await makePhoto("desk.jpg")]);
  await expect(tiles(page)).toHaveCount(1);
  await expectNoFaultsInLooks(page, "an image to describe");
  await page.getByRole("button", { name: "Edit desk" }).click();
  await expect(page.locator("form[data-form=media]")).toBeVisible();
  await expectNoFaultsInLooks(page, "one image");
  await openPanel(page, "/blog?add=1");
  await editorOf(page).click();
  await page.getByRole("button", { name: "Image", exact: true }).click();
  await expectNoFaultsInLooks(page, "the image's bar");
  await page.getByRole("button", { name: "Choose image" }).first().click();
  await expect(picker(page).getByRole("button", { name: "desk" })).toBeVisible();
  await expectNoFaultsInLooks(page, "the picker");
  await picker(page).getByRole("button", { name: "desk" }).click();
  await altTexts(page).focus();
  await expectNoFaultsInLooks(page, "the description");
});
