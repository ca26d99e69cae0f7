import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { passAnHour, query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { acceptDialogs, openPanel, toast, undoOf, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });
test.beforeEach(passAnHour);

/** Inserts an enquiry directly, because posts are rate-limited. */
async function receive(name: string, more: { hoursAgo?: number; email?: string; mail?: string } = {}) {
  const { hoursAgo = 0, email = "ada@example.com", mail } = more;
  const id = randomUUID();
  await query(
    `insert into enquiries (id, form_type, name, email, phone, message, services, page, created_at)
     values ($1, 'contact', $2, $3, '(718) 555-0188', E'Line one\nLine two', '{Local SEO}', '/contact',
       now() - make_interval(hours => $4))`,
    [id, name, email, hoursAgo],
  );
  if (mail) {
    await query(
      `insert into outgoing_mails (id, enquiry_id, message_id, subject, text_body, html_body, status, kind, last_error, trouble, refusals)
       values (gen_random_uuid(), $1, $2, $3, 'Text', '<p>Text</p>', $4, 'notice', '550 No such user', 'recipient', 1)`,
      [id, `<${id}@seo.example>`, `About ${name}`, mail],
    );
  }
}

async function openTab(page: Page, name = "") {
  await openPanel(page, "/enquiries");
  await expect(page.getByRole("heading", { name: "Enquiries", exact: true })).toBeVisible();
  if (name) await search(page, name);
}

async function search(page: Page, name: string) {
  await page.getByRole("searchbox").fill(name);
  await expect(page).toHaveURL(/search=/);
}

const items = (page: Page, name: string) => page.getByRole("table").getByRole("link", { name });
const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
const detail = (page: Page) => page.getByRole("article");
async function openReceived(page: Page, name: string, more?: Parameters<typeof receive>[1]) {
  await receive(name, more);
  await openTab(page, name);
  await items(page, name).click();
}
const stage = (page: Page, name: string) => detail(page).getByRole("button", { name, exact: true });
const back = (page: Page) => detail(page).getByRole("button", { name: "Back to list" }).click();
/**
 * Declines the next confirm dialog.
 * @returns a promise that resolves when the dialog has appeared
 */
const dismissNext = (page: Page) =>
  new Promise<void>((resolve) =>
    page.once("dialog", async (question) => {
      await question.dismiss();
      resolve();
    }),
  );
const accept = (page: Page) => page.once("dialog", (confirm) => confirm.accept());

test("a blank note is reported at its field, and a deleted note is restored by Undo", async ({ page }) => {
  const name = unique("Ada");
  await openReceived(page, name);
  await expect(detail(page).getByRole("heading", { name })).toBeFocused();
  const note = detail(page).getByLabel("Private note");
  const add = detail(page).getByRole("button", { name: "Add note" });
  await note.fill("  \n ");
  await add.click();
  await expect(toast(page, "Write something first.")).toBeVisible();
  await expect(note).toBeFocused();
  await expect(note).toHaveAccessibleDescription("Write something first.");
  await note.fill("Called back");
  await expect(note).toHaveAccessibleDescription("");
  await add.click();
  const added = detail(page).getByRole("listitem").filter({ hasText: "Called back" });
  await expect(added).toBeVisible();
  await expect(note).toHaveValue("");

  accept(page);
  await added.getByRole("button", { name: /^Delete/ }).click();
  await expect(detail(page).getByRole("heading", { level: 2 })).toBeFocused();
  await expect(added).toHaveCount(0);
  await undoOf(page, "Note deleted").click();
  await expect(toast(page, "Note restored")).toBeVisible();
  await expect(added).toBeVisible();
});

test("a typed note that wasn't added survives closing the tab, and opening another enquiry asks first", async ({
  page,
  context,
}) => {
  const name = unique("Typing");
  for (const number of [1, 2]) await receive(`${name} ${number}`, { hoursAgo: number });
  await openTab(page, name);
  await items(page, `${name} 1`).click();
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeFocused();
  await detail(page).getByLabel("Private note").fill("Half a thought");
  const url = page.url();
  await page.close();

  const later = await context.newPage();
  await later.goto(url);
  await later.locator(".adm[data-ready]").waitFor();
  const note = detail(later).getByLabel("Private note");
  await expect(note).toHaveValue("Half a thought");
  const next = detail(later).getByRole("link", { name: `Next: ${name} 2` });
  const dismissed = dismissNext(later);
  await next.click();
  await dismissed;
  await expect(detail(later).getByRole("heading", { name: `${name} 1` })).toBeVisible();
  await expect(note).toHaveValue("Half a thought");
  await detail(later).getByRole("button", { name: "Add note" }).click();
  await expect(detail(later).getByRole("listitem").filter({ hasText: "Half a thought" })).toBeVisible();
  await expect(note).toHaveValue("");
  await next.click();
  await expect(detail(later).getByRole("heading", { name: `${name} 2` })).toBeFocused();
  await expect(note).toHaveValue("");
});

test("a typed note stays when the status changes and a newer enquiry arrives", async ({ page }) => {
  const name = unique("First");
  await openReceived(page, `${name} 1`);
  await detail(page).getByLabel("Private note").fill("Half a thought");
  await receive(`${name} 2`);
  await stage(page, "Contacted").click();
  await expect(toast(page, "Status set to Contacted")).toBeVisible();
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeVisible();
  await expect(detail(page).getByLabel("Private note")).toHaveValue("Half a thought");
});

test("a status is saved when it's chosen and shows at once; of two quick choices, the second stays", async ({
  page,
}) => {
  const name = unique("Ada");
  await openReceived(page, name);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await stage(page, "Contacted").click();
  await expect(stage(page, "Contacted")).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Status set to Contacted")).toBeVisible();
  await stage(page, "Qualified").click();
  await expect(stage(page, "Qualified")).toHaveAttribute("aria-pressed", "true");
  release();
  await expect(toast(page, "Status set to Qualified")).toBeVisible();
  await expect(detail(page).getByText("Status changed from Contacted to Qualified")).toBeVisible();
  await undoOf(page, "Status set to Qualified").click();
  await expect(toast(page, "Change undone")).toBeVisible();
  await expect(stage(page, "Contacted")).toHaveAttribute("aria-pressed", "true");
});

test("Won asks for the value and Lost for the reason, and both can be skipped", async ({ page }) => {
  const name = unique("Deal");
  await openReceived(page, name);
  await stage(page, "Won").click();
  const amount = detail(page).getByLabel("Amount in US dollars");
  await expect(amount).toBeFocused();
  await amount.fill("3k");
  await amount.press("Enter");
  await expect(amount).toHaveAccessibleDescription("Enter an amount such as 3,000 or 2,499.50.");
  await amount.fill("3,000");
  await detail(page).getByLabel("Paid").selectOption("every month");
  await amount.press("Enter");
  await expect(toast(page, "Value: $3,000 a month")).toBeVisible();
  await expect(amount).toHaveValue("3000");
  await stage(page, "Lost").click();
  await detail(page).getByRole("button", { name: "Price" }).click();
  await expect(toast(page, "Reason saved")).toBeVisible();
  await expect(detail(page).getByRole("button", { name: "Price" })).toHaveAttribute("aria-pressed", "true");
  await back(page);
  await expect(rowOf(page, name)).toContainText("Lost");
  await expect(rowOf(page, name)).toContainText("$3,000 a month");
});

test("a next step is set in one click or to any day, and done in one", async ({ page }) => {
  const name = unique("Later");
  await openReceived(page, name);
  const step = detail(page).getByRole("region", { name: "Next step" });
  await step.getByRole("button", { name: "In a week" }).click();
  await expect(step.getByRole("button", { name: "In a week" })).toHaveAttribute("aria-pressed", "true");
  await step.getByLabel("Day of the next step").fill("2099-01-05");
  await step.getByRole("button", { name: "Set" }).click();
  await expect(toast(page, "Next step: Jan 5, 2099")).toBeVisible();
  await step.getByRole("button", { name: "Done" }).click();
  await expect(toast(page, "Next step removed")).toBeVisible();
  await expect(step.getByLabel("Day of the next step")).toHaveValue("");
  await expect(step.getByRole("button", { name: "Done" })).toHaveCount(0);
  await step.getByLabel("Day of the next step").fill("2099-01-06");
  const dismissed = dismissNext(page);
  await back(page);
  await dismissed;
  await expect(step.getByLabel("Day of the next step")).toHaveValue("2099-01-06");
});

test("several enquiries are marked as contacted, deleted, and restored by Undo; one is deleted after a question", async ({
  page,
}) => {
  const name = unique("Many");
  for (const number of [1, 2, 3]) await receive(`${name} ${number}`);
  await openTab(page, name);
  await expect(items(page, name)).toHaveCount(3);
  for (const number of [1, 2]) await page.getByLabel(`Select ${name} ${number}`).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("group", { name: "Set status" }).getByRole("button", { name: "Contacted" }).click();
  await expect(toast(page, "Status of 2 enquiries set to Contacted")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name }).filter({ hasText: "Contacted" })).toHaveCount(
    2,
  );

  await page.getByLabel("Select all").check();
  accept(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(items(page, name)).toHaveCount(0);
  await undoOf(page, "3 enquiries deleted").click();
  await expect(toast(page, "3 enquiries restored")).toBeVisible();
  await expect(items(page, name)).toHaveCount(3);

  await items(page, `${name} 3`).click();
  const heading = detail(page).getByRole("heading", { name: `${name} 3` });
  await expect(heading).toBeFocused();
  const dismissed = dismissNext(page);
  await detail(page).getByRole("button", { name: "Delete", exact: true }).click();
  await dismissed;
  await expect(heading).toBeVisible();
  accept(page);
  await detail(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Enquiry deleted")).toBeVisible();
  await expect(items(page, name)).toHaveCount(2);
});

test("a queue is worked through by keyboard: open, choose a status, next", async ({ page }) => {
  const name = unique("Keys");
  for (const number of [1, 2]) await receive(`${name} ${number}`, { hoursAgo: number });
  await openTab(page, name);
  await expect(items(page, name)).toHaveCount(2);
  await items(page, `${name} 1`).focus();
  await page.keyboard.press("Enter");
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeFocused();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    if (await stage(page, "Contacted").evaluate((button) => button === document.activeElement)) break;
  }
  await expect(stage(page, "Contacted")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Status set to Contacted")).toBeVisible();
  await expect(stage(page, "Contacted")).toBeFocused();
  await detail(page)
    .getByRole("link", { name: `Next: ${name} 2` })
    .focus();
  await page.keyboard.press("Enter");
  await expect(detail(page).getByRole("heading", { name: `${name} 2` })).toBeFocused();
});

test("an open enquiry replaces the list until you go back, on a phone, too", async ({ page }) => {
  const name = unique("Small");
  await receive(name);
  await page.setViewportSize({ width: 375, height: 800 });
  await openTab(page, name);
  await expect(detail(page)).toHaveCount(0);
  const form = page.getByLabel("Form filter");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Filters and order" }).click();
  await expect(form).toBeVisible();
  await items(page, name).click();
  await expect(detail(page).getByRole("heading", { name })).toBeInViewport();
  await expect(items(page, name)).toBeHidden();
  await back(page);
  await expect(items(page, name)).toBeFocused();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content).toBe(window);
  }
});

test("a search for a person keeps the email address out of the URL; deleting their data asks first", async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  await receive(unique("Person"), { email, mail: "sent" });
  await query("insert into subscribers (email, token) values ($1, $1)", [email]);
  await openPanel(page, "/enquiries/subscribers");
  await search(page, email.toUpperCase());
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
  expect(page.url()).not.toMatch(/@|%40/);
  await page.goto(`${PANEL}/enquiries/person`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { name: `Data about ${email}` })).toBeVisible();
  expect(page.url()).not.toMatch(/@|%40/);
  const asked = acceptDialogs(page);
  await page.getByRole("button", { name: "Delete all data" }).click();
  await expect(toast(page, "All data about this person deleted")).toBeVisible();
  expect(asked).toEqual([
    expect.stringContaining("1 enquiry, 0 notes, 0 replies and answers, 1 email, 1 newsletter subscription"),
  ]);
  await expect(page.getByText(`We found no data about ${email}.`)).toBeVisible();
});

test("axe finds no violations on the Enquiries tab", async ({ page }) => {
  const name = unique("Grace");
  const email = `${randomUUID()}@example.com`;
  await receive(name, { email, hoursAgo: 30, mail: "refused" });
  await query("insert into subscribers (email, token) values ($1, $1)", [email]);
  await openTab(page, name);
  const clean = (where: string) => expectNoFaultsInLooks(page, where);
  await page.getByLabel(`Select ${name}`).check();
  await clean("list");
  await items(page, name).click();
  await expect(detail(page).getByRole("heading", { name })).toBeFocused();
  await clean("one enquiry");
  await detail(page).getByRole("link", { name: "All personal data about this sender" }).click();
  await expect(page.getByRole("heading", { name: `Data about ${email}` })).toBeVisible();
  await clean("one person");
  await page.getByRole("link", { name: "Subscribers" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
  await clean("subscribers");
  await query("delete from outgoing_mails where status = 'refused'");
});
