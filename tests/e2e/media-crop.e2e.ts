import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { acceptDialogs, fieldOf, openPanel, save, tab, toast, undoOf, unique } from "../support/panel.ts";
import { makePhoto } from "../support/photo.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.72" } });

test.beforeEach(() => query("truncate media cascade"));
test.afterAll(() => query("truncate media cascade"));

const dialog = (page: Page) => page.getByRole("dialog", { name: "Crop and rotate" });
const frame = (page: Page) => dialog(page).getByRole("button", { name: "Part to keep" });
const cut = (page: Page, side: string) => dialog(page).getByLabel(side, { exact: true });
const openButton = (page: Page) => page.getByRole("button", { name: "Crop and rotate…" });
const shown = async () => {
  const [file] = await query<{ width: number; height: number; x: number; y: number }>(
    "select width, height, focal_x as x, focal_y as y from media m join media_files f on f.id = m.file_id",
  );
  return file!;
};
const sizeOf = async () => {
  const { width, height } = await shown();
  return [width, height];
};

async function openImage(page: Page) {
  await openPanel(page, "/media");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([await makePhoto("desk.jpg")]);
  await page.getByLabel("Alt text", { exact: true }).fill("Our desk");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Uploaded with alt text")).toBeVisible();
  await page.getByRole("button", { name: "Edit desk" }).click();
  await expect(openButton(page)).toBeVisible();
}

/** Uploads a photo in the picker of a post's image. */
async function uploadInPicker(page: Page) {
  await page.getByRole("button", { name: "Choose image for Featured image" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image" });
  const files = picker.locator("input[type=file]").first();
  await files.setInputFiles([await makePhoto("phone.jpg")]);
  return picker;
}

test("an image is cropped by keyboard alone, and Undo restores the file and its focal point", async ({
  page,
}) => {
  const asked = acceptDialogs(page);
  await openImage(page);
  const detail = page.locator("form[data-form=media]");
  const focus = detail.getByRole("button", { name: "Focal point" });
  await focus.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Image saved")).toBeVisible();
  await page.getByRole("button", { name: "Edit desk" }).click();
  await expect(detail.getByText("30% from the left, 50% from the top", { exact: true })).toBeAttached();

  await openButton(page).focus();
  await page.keyboard.press("Enter");
  await frame(page).focus();
  for (let i = 0; i < 40; i++) await page.keyboard.press("Shift+ArrowLeft");
  for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
  await expect(cut(page, "Left")).toHaveValue("10");
  await expect(cut(page, "Right")).toHaveValue("30");
  await expect(dialog(page).getByText("Result: 384 × 480 pixels")).toBeVisible();
  // Numbers do the same.
  await cut(page, "Top").fill("50");
  await expect(dialog(page).getByText("Result: 384 × 240 pixels")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "File replaced")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  await expect.poll(sizeOf).toEqual([384, 240]);
  expect(await shown()).toMatchObject({ x: expect.closeTo(0.33, 5), y: 0 });
  await expect(detail.getByText("33% from the left, 0% from the top", { exact: true })).toBeAttached();
  await expect(detail.getByText("384 × 240")).toBeVisible();

  await undoOf(page, "File replaced").click();
  await expect(toast(page, "Previous file restored")).toBeVisible();
  await expect(detail.getByText("30% from the left, 50% from the top", { exact: true })).toBeAttached();
  expect(await sizeOf()).toEqual([640, 480]);
  // Nothing in the form counts as unsaved.
  await page.keyboard.press("Escape");
  await expect(detail).toBeHidden();
  expect(asked).toEqual([]);
});

test("the frame follows the pointer, keeps its shape, and turns with the image", async ({ page }) => {
  await openImage(page);
  await openButton(page).click();
  await dialog(page).getByLabel("Shape").selectOption("face");
  await expect(dialog(page).getByText("Result: 480 × 480 pixels")).toBeVisible();
  const before = (await frame(page).boundingBox())!;
  await page.mouse.move(before.x + before.width, before.y + before.height);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(dialog(page).getByText(/Result: 2[34]\d × 2[34]\d pixels/)).toBeVisible();
  const small = (await frame(page).boundingBox())!;
  expect(small.width).toBeCloseTo(small.height, 0);
  expect(small.x).toBeCloseTo(before.x, 0);
  await page.mouse.move(small.x + small.width / 2, small.y + small.height / 2);
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 4 });
  await page.mouse.up();
  for (const side of ["Left", "Top"]) await expect(cut(page, side)).toHaveValue("0");
  await dialog(page).getByRole("button", { name: "Reset" }).click();
  await expect(dialog(page).getByText("Result: 640 × 480 pixels")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Save" })).toBeDisabled();

  await cut(page, "Left").fill("25");
  await dialog(page).getByRole("button", { name: "Rotate right" }).click();
  await expect(cut(page, "Top")).toHaveValue("25");
  await expect(dialog(page).getByText("Result: 480 × 480 pixels")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "File replaced")).toBeVisible();
  await expect.poll(sizeOf).toEqual([480, 480]);
});

test("a photo is rotated in the picker before it's used", async ({ page }) => {
  await openPanel(page, "/blog?add=1");
  const title = unique("Straightened");
  await fieldOf(page, "blog-post", "title").fill(title);
  await page.locator(".rte__b[contenteditable=true]").click();
  await page.keyboard.type("Words.");
  const picker = await uploadInPicker(page);
  await picker.getByLabel("Alt text", { exact: true }).fill("A street");
  await openButton(page).click();
  const thumb = picker.locator(".picker__face img");
  const isTall = () => thumb.evaluate((img: HTMLImageElement) => img.naturalHeight > img.naturalWidth);
  await dialog(page).getByRole("button", { name: "Rotate left" }).click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await undoOf(page, "File replaced").click();
  await expect(toast(page, "Previous file restored")).toBeVisible();
  await expect.poll(isTall).toBe(false);

  await openButton(page).click();
  await dialog(page).getByRole("button", { name: "Rotate left" }).click();
  await expect(dialog(page).getByText("Result: 480 × 640 pixels")).toBeVisible();
  // Visitors don't see it yet.
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  await expect(picker.getByText("The image was cropped.")).toBeAttached();
  await expect.poll(isTall).toBe(true);
  // What was typed is still there.
  await expect(picker.getByLabel("Alt text", { exact: true })).toHaveValue("A street");
  await picker.getByRole("button", { name: "Use image" }).click();
  await expect(fieldOf(page, "blog-post", "featured_image")).toHaveValue(/^\/media\/[a-z2-7]{12}$/);
  await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  await save(page);
  await expect(toast(page, "Blog post added successfully")).toBeVisible();
  expect(await sizeOf()).toEqual([480, 640]);

  // Visitors see it now, so the button says that it changes what they see.
  await tab(page, "Media").click();
  await page.getByRole("button", { name: "Edit phone" }).click();
  await openButton(page).click();
  await expect(dialog(page).getByRole("button", { name: "Update", exact: true })).toBeVisible();
  await expect(dialog(page).getByText("Visitors see this image.", { exact: false })).toBeVisible();
  await query("delete from blog_posts where title = $1", [title]);
});

test("a refused crop keeps the frame and says why", async ({ page }) => {
  await openImage(page);
  await openButton(page).click();
  await cut(page, "Right").fill("20");
  const saved = dialog(page).getByRole("button", { name: "Save" });
  await expect(saved).toBeEnabled();
  await query("update media set deleted_at = now()");
  await saved.click();
  await expect(toast(page, "Failed to crop the image")).toBeVisible();
  await expect(page.getByText("This image was deleted while you were editing it.")).toBeVisible();
  await expect(cut(page, "Right")).toHaveValue("20");
});

test("axe finds no violations in the crop dialog, from the Media tab and from the picker", async ({
  page,
}) => {
  await openImage(page);
  await openButton(page).click();
  await expect(frame(page)).toBeVisible();
  await cut(page, "Top").fill("30");
  await expectNoFaultsInLooks(page, "cropping in the Media tab");
  await openPanel(page, "/blog?add=1");
  await uploadInPicker(page);
  await expect(openButton(page)).toBeVisible();
  await expectNoFaultsInLooks(page, "an uploaded image in the picker");
  await openButton(page).click();
  await expect(frame(page)).toBeVisible();
  await expectNoFaultsInLooks(page, "cropping in the picker");
});
