import { setTimeout as delay } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { fieldOf, openPanel, save, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.64" } });

const editorOf = (page: Page) => page.locator(".rte__b[contenteditable=true]");
const contentOf = (page: Page) => fieldOf(page, "blog-post", "content");
const linkField = (page: Page) => page.getByLabel("Link URL");
const pages = (page: Page) => page.getByRole("list", { name: "Pages on this site" }).getByRole("button");

/** Opens a new post, selects a word and opens the link bar with Ctrl-K. */
async function openLinkOfWord(page: Page) {
  await openPanel(page, "/blog?add=1");
  await editorOf(page).click();
  await page.keyboard.type("Prices");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await expect(linkField(page)).toBeFocused();
  // Outside the editor, Ctrl-K opens the panel's search.
  await expect(page.getByRole("dialog")).toBeHidden();
}

const linked = (href: string) => `<p><a href="${href}">Prices</a></p>`;

test("Enter in the link field links to the first page found, arrow keys choose another", async ({ page }) => {
  // Delays the search's response until after Enter.
  await page.route(/\?search=local/, async (route) => {
    await delay(500);
    await route.continue();
  });
  await openLinkOfWord(page);
  await page.keyboard.type("local seo");
  await page.keyboard.press("Enter");
  await expect(contentOf(page)).toHaveValue(linked("/services/local-seo"));

  await page.keyboard.press("Control+k");
  await linkField(page).fill("seo");
  await expect(pages(page).nth(2)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(pages(page).nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(linkField(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(linkField(page)).toBeHidden();
  await expect(contentOf(page)).toHaveValue(/^<p><a href="\/[^"]*">Prices<\/a><\/p>$/);

  await page.keyboard.press("Control+k");
  await page.getByRole("button", { name: "Remove link" }).click();
  await expect(contentOf(page)).toHaveValue("<p>Prices</p>");
});

test("an email address becomes a mailto: link, and invalid links are rejected with a reason", async ({
  page,
}) => {
  await openLinkOfWord(page);
  for (const [typed, reason] of [
    ["javascript:alert(1)", "Links must start with https://, mailto: or tel:"],
    ["no such words at all", "No pages on this site match. To link to another site"],
  ] as const) {
    await linkField(page).fill(typed);
    await page.keyboard.press("Enter");
    await expect(linkField(page)).toHaveAccessibleDescription(new RegExp(reason));
    await expect(contentOf(page)).toHaveValue("<p>Prices</p>");
  }
  await linkField(page).fill("a@b.co");
  await page.keyboard.press("Enter");
  await expect(contentOf(page)).toHaveValue(linked("mailto:a@b.co"));
});

test("Ctrl-S saves, both from the editor and from a field, but doesn't publish a new post", async ({
  page,
}) => {
  await openPanel(page, "/blog?add=1");
  const title = unique("Saved by its key");
  await fieldOf(page, "blog-post", "title").fill(title);
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Please fill in title and content")).toBeVisible();
  await editorOf(page).click();
  await page.keyboard.type("Words");
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Draft saved")).toBeVisible();
  expect(await query("select published from blog_posts where title = $1", [title])).toEqual([
    { published: false },
  ]);
});

test("a pasted or dropped image opens in the picker, not in the browser", async ({ page }) => {
  await openPanel(page, "/blog?add=1");
  await editorOf(page).click();
  await page.keyboard.type("Words");
  /** @returns whether the browser would perform its default action */
  const give = (selector: string, kind: "paste" | "drop", html?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [kind, html]) => {
          const data = new DataTransfer();
          const { left, top } = element.getBoundingClientRect();
          if (html) data.setData("text/html", html);
          else data.items.add(new File([new Uint8Array([137, 80])], "a.png", { type: "image/png" }));
          const shared = { bubbles: true, cancelable: true };
          const event =
            kind === "paste"
              ? new ClipboardEvent("paste", { ...shared, clipboardData: data })
              : new DragEvent("drop", {
                  ...shared,
                  dataTransfer: data,
                  clientX: left + 30,
                  clientY: top + 30,
                });
          return element.dispatchEvent(event);
        },
        [kind, html] as const,
      );
  const picker = page.getByRole("dialog", { name: "Choose an image" });
  for (const kind of ["paste", "drop"] as const) {
    expect(await give(".rte__b", kind)).toBe(false);
    await expect(picker.getByText("a.png").first()).toBeVisible();
    await expect(picker.locator(".error")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(picker).toBeHidden();
  }
  expect(await give("h1", "drop")).toBe(false);
  // Word pastes paths to images on the user's computer.
  await give(".rte__b", "paste", '<p>More<img src="file:///c/a.png"><img src="file:///c/b.png"></p>');
  await expect(toast(page, "2 images couldn't be pasted")).toBeVisible();
  await expect(contentOf(page)).toHaveValue("<p>WordsMore</p>");
});

test("an industry's form lists the service pages that show its case studies", async ({ page }) => {
  await openPanel(page, "/industries?add=1");
  const name = fieldOf(page, "industry", "name");
  const own = "local-business";
  await name.fill(own);
  await expect(
    page.getByText("Its case studies appear on these service pages: Local SEO, GBP Optimization."),
  ).toBeVisible();
  await save(page);
  await expect(toast(page, "Industry added successfully")).toBeVisible();
  const row = page.getByRole("row", { name: own });
  await expect(row).toContainText("Local SEO, GBP Optimization");
  await row.getByRole("button", { name: `Edit ${own}` }).click();
  await name.fill("Bakeries & Cafés");
  await expect(
    page.getByText("With this name, its case studies will no longer appear on Local SEO, GBP Optimization."),
  ).toBeVisible();
  await expect(page.getByText("No service page uses this name")).toBeVisible();
});

test("a long text can be edited at its full height", async ({ page }) => {
  await openPanel(page, "/content?edit=privacy:content:html");
  const editor = editorOf(page);
  await expect(editor).toContainText("1. Information We Collect");
  const scrolls = () => editor.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  expect(await scrolls()).toBe(true);
  await page.getByRole("button", { name: "Full height" }).click();
  expect(await scrolls()).toBe(false);
  await page.getByRole("button", { name: "Full height" }).click();
  expect(await scrolls()).toBe(true);
});
