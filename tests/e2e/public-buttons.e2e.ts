import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel } from "../support/panel.ts";
import { publicRows } from "../support/public-rows.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.77" } });

/** What a button says if its press changes what visitors see. */
const SAYS_SO = /^(Publish|Update|Restore|Undo|Replace|Revert|Pin|Unpin)\b/;

const LIVE_POST = "select id from blog_posts where published and deleted_at is null order by id limit 1";
const PLACES: [name: string, address: string, record?: string][] = [
  ["the dashboard", "/dashboard"],
  ["the texts of a page", "/pages?name=team"],
  ["the SEO settings of a page", "/pages?name=team&seo=1"],
  ["the added pages", "/pages/added"],
  ["all content", "/content"],
  ["a text", "/content?edit=home:hero:title"],
  ["a new text", "/content?add=1"],
  ["the case studies", "/case-studies"],
  ["a case study", "/case-studies?edit=", LIVE_POST.replace("blog_posts", "case_studies")],
  ["a new case study", "/case-studies?add=1"],
  ["the industries", "/industries"],
  ["an industry", "/industries?edit=", "select id from industries where deleted_at is null limit 1"],
  ["a new industry", "/industries?add=1"],
  ["the posts", "/blog"],
  ["a post", "/blog?edit=", LIVE_POST],
  ["a draft", "/blog?edit=", LIVE_POST.replace("published", "not published")],
  ["a new post", "/blog?add=1"],
  ["the redirects", "/redirects"],
  ["a new redirect", "/redirects?add=1"],
  ["the media library", "/media"],
  ["the changes", "/changes"],
  ["the activity", "/activity"],
];

/** What can be pressed. A toolbar's buttons keep the focus while they're disabled, so they have no `disabled`. */
const ENABLED = "button:visible:enabled:not([aria-disabled=true])";

/** Returns the buttons in the open form, or else those of the tab, one of each kind: rows repeat theirs. */
async function buttonsOf(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  const within = (await dialog.count()) ? dialog.last() : page.locator("#panel");
  const names = await within
    .locator(ENABLED)
    .evaluateAll((buttons) =>
      buttons.map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
    );
  const kindOf = (name: string) => /^(Edit|Delete|Select|Actions)\b/.exec(name)?.[0] ?? name;
  return [...new Map(names.filter(Boolean).map((name) => [kindOf(name), name])).values()];
}

/** Changes the form's first text, so that there's something to save. */
async function type(page: Page) {
  const field = page.locator("form[data-form] :is(input[type=text], textarea):visible:enabled").first();
  if (!(await field.count())) return;
  await field.press("End");
  await field.pressSequentially(" x");
}

for (const [name, address, record] of PLACES)
  test(`in ${name}, every button that makes something public says so`, async ({ page }) => {
    // A page that's left closes its question itself.
    page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
    const [row] = record ? await query<{ id: string }>(record) : [];
    const open = () => openPanel(page, address + (row?.id ?? ""));
    await open();
    const silent: string[] = [];
    for (const button of await buttonsOf(page)) {
      if (SAYS_SO.test(button)) continue;
      await open();
      await type(page);
      const before = await publicRows();
      const pressed = page
        .getByRole("button", { name: button, exact: true })
        .and(page.locator(ENABLED))
        .first();
      // The press before may have removed its row, and what was typed may have disabled it.
      if (!(await pressed.count())) continue;
      await pressed.click();
      await page.waitForLoadState("networkidle");
      const [made] = [...(await publicRows())].filter((one) => !before.has(one));
      if (made) silent.push(`${button}: ${made.slice(0, 200)}`);
    }
    expect(silent).toEqual([]);
  });
