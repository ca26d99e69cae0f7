import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks, findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, toast, undoOf, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.73" } });

/** Adds a published post with a draft, perhaps a scheduled one. */
async function addDraft(title: string, at: string | null = null) {
  await query(
    `with post as (insert into blog_posts (title, slug, content, created_at)
        values ($1, lower(replace($1, ' ', '-')), '<p>Words</p>', '2025-01-01') returning id),
      set as (insert into change_sets (publish_at, separate) values ($2, true) returning id)
    insert into change_items (change_set_id, kind, record_id, name, fields)
    select set.id, 'blog-posts', post.id, $1, '{}' from set, post`,
    [title, at],
  );
}
test.afterEach(async () => {
  await query("delete from change_sets where separate");
  await query("delete from blog_posts where slug like 'entry-%' or slug like 'draft-%'");
});

const open = (page: Page, search: string) => openPanel(page, `/changes/calendar?${search}`);
const dayOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);
const moveButton = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}` });

test("an entry is moved by keyboard: it keeps its time, and the focus follows it; Undo moves it back", async ({
  page,
}) => {
  const title = unique("Entry");
  await addDraft(title, "2098-12-10T14:00Z");
  await open(page, "at=2098-12");
  await expect(dayOf(page, "2098-12-10")).toContainText(title);
  await moveButton(page, title).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "A day earlier" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Goes live on Dec 11, 2098, 9:00 AM.")).toBeVisible();
  await expect(dayOf(page, "2098-12-11")).toContainText(title);
  await expect(dayOf(page, "2098-12-11").getByRole("button", { name: `Move ${title}` })).toBeFocused();
  await undoOf(page, "Goes live on Dec 11").click();
  await expect(dayOf(page, "2098-12-10")).toContainText(title);
});

test("a date is chosen in the dialog, which has the current one; the focus returns to the entry", async ({
  page,
}) => {
  const title = unique("Entry");
  await addDraft(title, "2098-12-10T14:30Z");
  await open(page, "view=week&at=2098-12-10");
  await moveButton(page, title).click();
  await page.getByRole("menuitem", { name: "Choose a date…" }).click();
  const at = page.getByLabel("Publish on");
  await expect(at).toHaveValue("2098-12-10T09:30");
  await page.keyboard.press("Escape");
  await expect(moveButton(page, title)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Choose a date…" }).press("Enter");
  await at.fill("2098-12-13T23:30");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(dayOf(page, "2098-12-13")).toContainText("11:30 PM");
  await expect(moveButton(page, title)).toBeFocused();
});

test("dragging moves a scheduled entry, and asks for the time of a draft; a day in the past refuses both", async ({
  page,
}) => {
  const [entry, draft] = [unique("Entry"), unique("Draft")];
  await addDraft(entry, "2098-12-10T14:00Z");
  await addDraft(draft);
  await page.setViewportSize({ width: 1280, height: 1200 });
  await open(page, "at=2098-12");
  const itemOf = (name: string) => page.getByRole("listitem").filter({ hasText: name }).last();
  await itemOf(entry).dragTo(dayOf(page, "2098-12-03"));
  await expect(toast(page, "Goes live on Dec 3, 2098, 9:00 AM.")).toBeVisible();
  await expect(dayOf(page, "2098-12-03")).toContainText(entry);

  await itemOf(draft).dragTo(dayOf(page, "2098-12-15"));
  await expect(page.getByLabel("Publish on")).toHaveValue("2098-12-15T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(dayOf(page, "2098-12-15")).toContainText(draft);
  await expect(moveButton(page, draft)).toBeFocused();
  await expect(page.locator(".cal__tray").filter({ hasText: draft })).toHaveCount(0);

  const late = unique("Draft");
  await addDraft(late);
  await open(page, "at=2026-01");
  await itemOf(late).dragTo(dayOf(page, "2026-01-15"));
  await expect(toast(page, "This day is in the past. Choose a later one.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [{ count }] = (await query<{ count: number }>(
    "select count(*)::int from change_sets where publish_at < now()",
  )) as [{ count: number }];
  expect(count).toBe(0);
});

test("the calendar is reached from the dashboard, the blog and Changes, and entries open their forms", async ({
  page,
}) => {
  const title = unique("Entry");
  await addDraft(title, "2098-12-10T14:00Z");
  for (const address of ["/dashboard", "/blog", "/changes"]) {
    await openPanel(page, address);
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Calendar", level: 1 })).toBeVisible();
    await expect(page.locator('[aria-current="date"]')).toBeVisible();
  }
  await open(page, "at=2098-11");
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page.getByRole("heading", { name: "December 2098" })).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expect(page.locator('form[data-form="blog-post"] [name="title"]')).toHaveValue(title);
});

test("axe finds no violations in the calendar, and it fits every width, on phones as a list", async ({
  page,
}) => {
  const word = unique("Draft-Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter");
  await addDraft(word);
  for (const n of [1, 2, 3, 4, 5]) await addDraft(`${unique("Entry")} ${word} ${n}`, "2098-12-10T14:00Z");
  for (const search of ["at=2098-12", "view=week&at=2098-12-10", "view=day&at=2098-12-10"]) {
    await open(page, search);
    await expectNoFaultsInLooks(page, search);
    expect.soft(await findSidewaysScroll(page, [320, 375, 640, 768, 1024, 1280, 1920])).toEqual([]);
    const out = await page.locator(".cal__entry *:not(.sr, b)").evaluateAll((parts) =>
      parts.flatMap((part) => {
        const by =
          part.getBoundingClientRect().right - part.closest(".cal__entry")!.getBoundingClientRect().right;
        return by >= 1 ? [`${part.tagName}: ${by}`] : [];
      }),
    );
    expect.soft(out, search).toEqual([]);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, "at=2098-12");
  await expect(page.getByText("Wednesday, December 10, 2098", { exact: true })).toBeVisible();
  await expect(dayOf(page, "2098-12-11")).toBeHidden();
  await page.getByRole("link", { name: "+2 more on Wednesday, December 10, 2098" }).click();
  await expect(page.locator(".cal .cal__entry")).toHaveCount(5);
});
