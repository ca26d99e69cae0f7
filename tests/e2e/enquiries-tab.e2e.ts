import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { MAIL_FOLDER } from "../support/e2e.ts";
import { passAnHour, query } from "../support/e2e-database.ts";
import { readMails, waitForMail } from "../support/mail.ts";
import { holdToast, openPanel, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.60" } });
test.beforeEach(passAnHour);

/** Inserts an enquiry directly, because posts are rate-limited. */
async function receive(
  name: string,
  more: { hoursAgo?: number; email?: string; mail?: string; kind?: string } = {},
) {
  const { hoursAgo = 0, email = "ada@example.com", mail, kind = "notice" } = more;
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
       values (gen_random_uuid(), $1, $2, $3, 'Text', '<p>Text</p>', $4, $5, '550 No such user', 'recipient', 1)`,
      [id, `<${id}@seo.example>`, `About ${name}`, mail, kind],
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

const items = (page: Page, name: string | RegExp) =>
  page.getByRole("list", { name: "Enquiries" }).getByRole("link", { name });
const detail = (page: Page) => page.getByRole("article");
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
async function statusOf(subject: string) {
  const rows = await query<{ status: string }>("select status from outgoing_mails where subject = $1", [
    subject,
  ]);
  return rows[0]?.status;
}
async function openReceived(page: Page, name: string, more?: Parameters<typeof receive>[1]) {
  await receive(name, more);
  await openTab(page, name);
  await items(page, name).click();
}
async function setStatus(page: Page, status: string) {
  await detail(page).getByLabel("Status", { exact: true }).selectOption(status);
  await detail(page).getByRole("button", { name: "Apply status" }).click();
}
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

test("an enquiry shows everything that was sent, and notes can be added and deleted", async ({ page }) => {
  const name = unique("Ada");
  await openReceived(page, name);
  await expect(detail(page).getByRole("heading", { name })).toBeFocused();
  for (const words of ["Line two", "Local SEO", "/contact", "Reply within 24 hours"])
    await expect(detail(page)).toContainText(words);
  await expect(detail(page).getByRole("link", { name: "ada@example.com" })).toHaveAttribute(
    "href",
    "mailto:ada@example.com",
  );
  await expect(detail(page).getByRole("link", { name: "(718) 555-0188" })).toHaveAttribute(
    "href",
    "tel:7185550188",
  );

  for (const note of ["Called back", "Sent an offer"]) {
    await detail(page).getByLabel("Private note").fill(note);
    await detail(page).getByRole("button", { name: "Add note" }).click();
    await expect(detail(page).getByRole("listitem").filter({ hasText: note })).toBeVisible();
    await expect(detail(page).getByLabel("Private note")).toHaveValue("");
  }
  await expect(toast(page, "Note added").first()).toBeVisible();
  accept(page);
  await detail(page)
    .getByRole("listitem")
    .filter({ hasText: "Called back" })
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(detail(page).getByRole("heading", { level: 2 })).toBeFocused();
  await holdToast(page, "Note deleted");
  await expect(toast(page, "Note deleted")).toBeVisible();
  await expect(detail(page)).not.toContainText("Called back");
  await expect(detail(page)).toContainText("Sent an offer");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Note restored")).toBeVisible();
  await expect(detail(page).getByRole("listitem").filter({ hasText: "Called back" })).toBeVisible();
});

test("an empty or blank note shows the spec's toast and an inline message", async ({ page }) => {
  const name = unique("Wordless");
  await openReceived(page, name);
  const note = detail(page).getByLabel("Private note");
  for (const blanks of ["", "  \n "]) {
    await note.fill(blanks);
    await detail(page).getByRole("button", { name: "Add note" }).click();
    await expect(toast(page, "Write something first.").first()).toBeVisible();
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription("Write something first.");
    await note.fill("Called back");
    await expect(note).toHaveAccessibleDescription("");
  }
  await note.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Note added")).toBeVisible();
});

test("opening another enquiry asks first if a typed note wasn't added", async ({ page }) => {
  const name = unique("Typing");
  for (const number of [1, 2]) await receive(`${name} ${number}`);
  await openTab(page, name);
  await items(page, `${name} 1`).click();
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeVisible();
  await detail(page).getByLabel("Private note").fill("Half a thought");
  const dismissed = dismissNext(page);
  await items(page, `${name} 2`).click();
  await dismissed;
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeVisible();
  await expect(detail(page).getByLabel("Private note")).toHaveValue("Half a thought");
  accept(page);
  await items(page, `${name} 2`).click();
  await expect(detail(page).getByRole("heading", { name: `${name} 2` })).toBeFocused();
});

test("a typed note that wasn't added survives closing the tab", async ({ page, context }) => {
  const name = unique("Closed");
  await receive(name);
  await openTab(page, name);
  await items(page, name).click();
  await detail(page).getByLabel("Private note").fill("Half a thought");
  const url = page.url();
  await page.close();
  const later = await context.newPage();
  await later.goto(url);
  const note = detail(later).getByLabel("Private note");
  await expect(note).toHaveValue("Half a thought");
  await detail(later).getByRole("button", { name: "Add note" }).click();
  await expect(note).toHaveValue("");
  await later.reload();
  await expect(detail(later).getByRole("listitem").filter({ hasText: "Half a thought" })).toBeVisible();
  await expect(note).toHaveValue("");
});

test("a typed note stays with its enquiry when a newer enquiry arrives", async ({ page }) => {
  const name = unique("First");
  await receive(`${name} 1`);
  await openTab(page, name);
  await detail(page).getByLabel("Private note").focus();
  await expect(page).toHaveURL(/open=/);
  await expect(detail(page).getByLabel("Private note")).toBeFocused();
  await page.keyboard.type("Half a thought");
  await receive(`${name} 2`);
  await setStatus(page, "won");
  await expect(items(page, `${name} 2`)).toBeVisible();
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeVisible();
  await expect(detail(page).getByLabel("Private note")).toHaveValue("Half a thought");
});

test("every status can be set, and the last one persists after a reload", async ({ page }) => {
  const name = unique("Ada");
  await openReceived(page, name);
  for (const status of ["contacted", "qualified", "won", "lost", "new"]) {
    await setStatus(page, status);
    await expect(toast(page, `Status set to ${status}`)).toBeVisible();
  }
  await detail(page).getByRole("button", { name: "Mark as contacted" }).click();
  await expect(detail(page).getByRole("button", { name: "Mark as contacted" })).toHaveCount(0);
  await expect(detail(page).getByRole("heading", { level: 2 })).toBeFocused();
  await page.reload();
  await expect(detail(page).getByLabel("Status", { exact: true })).toHaveValue("contacted");
  await expect(items(page, name)).toContainText("Contacted");
});

test("picking a status with the mouse or a finger saves immediately", async ({ page }) => {
  const name = unique("Picked");
  await openReceived(page, name);
  const status = detail(page).getByLabel("Status", { exact: true });
  // Playwright can't click a native select's options, so dispatch the click's first event.
  await status.dispatchEvent("pointerdown");
  await status.selectOption("won");
  await expect(toast(page, "Status set to won")).toBeVisible();
  await expect(detail(page).getByRole("button", { name: "Apply status" })).toHaveCount(0);
});

test("after two quick status changes, the second status is saved", async ({ page }) => {
  const name = unique("Ada");
  await openReceived(page, name);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await setStatus(page, "contacted");
  await expect(toast(page, "Status set to contacted")).toBeVisible();
  const status = detail(page).getByLabel("Status", { exact: true });
  await status.selectOption("new");
  release();
  await expect(items(page, name)).toContainText("Contacted");
  await expect(status).toHaveValue("new");
  await detail(page).getByRole("button", { name: "Apply status" }).click();
  await expect(toast(page, "Status set to new")).toBeVisible();
  await expect(items(page, name)).not.toContainText("Contacted");
});

test("'Not spam' restores the enquiry and sends its notification once", async ({ page }) => {
  const name = unique("Quarantined");
  const response = await page.request.post("/api/send-contact-email", {
    data: {
      name,
      email: "ada@example.com",
      message: "[url=https://x.example]one[/url]",
      formType: "contact",
    },
  });
  expect(response.status()).toBe(200);
  await openTab(page);
  await page.getByLabel("Status filter").selectOption("spam");
  await items(page, name).click();
  await expect(detail(page)).toContainText("so no email was sent");
  await detail(page).getByRole("button", { name: "Not spam" }).click();
  await expect(toast(page, "Status set to new")).toBeVisible();
  await waitForMail(MAIL_FOLDER, (mail) => mail.text?.includes(`Name: ${name}\n`) ?? false);

  // The toast appears before the enquiry is read again.
  await expect(detail(page).getByLabel("Status", { exact: true })).toHaveValue("new");
  await setStatus(page, "spam");
  await expect(toast(page, "Status set to spam")).toBeVisible();
  await setStatus(page, "qualified");
  await expect(toast(page, "Status set to qualified")).toBeVisible();
  await expect(detail(page).getByText(/^Notification sent/)).toHaveCount(1);
  await expect(detail(page).getByText(/^Notification/)).toHaveCount(1);
  // Emails arrive in order, so all earlier emails have arrived before this one.
  const last = unique("Last");
  await receive(last, { mail: "waiting" });
  await waitForMail(MAIL_FOLDER, (mail) => mail.subject === `About ${last}`);
  const notices = (await readMails(MAIL_FOLDER)).filter((mail) => mail.text?.includes(`Name: ${name}\n`));
  expect(notices).toHaveLength(1);
});

test("a notice links to a rejected email, and disappears once the email is sent again", async ({ page }) => {
  const name = unique("Refused");
  // Makes the list longer than the window.
  for (let number = 1; number <= 12; number++) await receive(`${unique("Long")} ${number}`);
  await receive(name, { mail: "refused" });
  await openTab(page, name);
  const line = page.getByRole("status").filter({ hasText: "1 rejected" });
  await expect(line).toContainText("The mail server doesn't recognize");
  await expect(line.getByText("550 No such user")).toBeHidden();
  await line.getByText("Mail server's reply", { exact: true }).click();
  await expect(line.getByText("550 No such user")).toBeVisible();
  await line.getByRole("link", { name: "see the enquiry" }).click();
  await expect(detail(page).getByRole("heading", { name })).toBeVisible();
  await expect(detail(page)).toContainText(/Notification rejected\s*The mail server doesn't recognize/);
  await detail(page).getByRole("button", { name: "Send again" }).click();
  await expect(toast(page, "Sending the email again")).toBeVisible();
  await waitForMail(MAIL_FOLDER, (mail) => mail.subject === `About ${name}`);
  await expect.poll(() => statusOf(`About ${name}`)).toBe("sent");
  await page.reload();
  await expect(detail(page)).toContainText("Notification sent");
  await expect(detail(page).getByRole("button", { name: "Send again" })).toHaveCount(0);
  await expect(page.getByText(/1 rejected/)).toHaveCount(0);
});

test("a rejected confirmation to a visitor causes a notice, but no alarm", async ({ page }) => {
  const name = unique("Mistyped");
  await receive(name, { mail: "refused", kind: "confirmation" });
  await openPanel(page, "/industries");
  const line = page.getByText("1 confirmation to a visitor was rejected");
  await expect(line).toBeVisible();
  await expect(page.getByText("Email isn't going out")).toHaveCount(0);
  await page.getByRole("link", { name: "see the enquiry" }).click();
  await expect(detail(page).getByRole("heading", { name })).toBeVisible();
  await expect(detail(page)).toContainText(
    /Confirmation to the sender rejected\s*The mail server doesn't recognize/,
  );
  await detail(page).getByRole("button", { name: "Mark as contacted" }).click();
  await expect(line).toHaveCount(0);
  await expect(detail(page)).toContainText(
    /Confirmation to the sender rejected\s*The mail server doesn't recognize/,
  );
});

test("a subscriber's rejected email is listed with the reason and can be sent again", async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await query("insert into subscribers (email, token) values ($1, $1)", [email]);
  await query(
    `insert into outgoing_mails (id, kind, recipient, message_id, subject, text_body, html_body, status, last_error, trouble, refusals)
     values (gen_random_uuid(), 'newsletter', $1, '<' || $1 || '>', $1, 'Text', '<p>Text</p>', 'refused', '552 Full', 'mailbox-full', 1)`,
    [email],
  );
  await openPanel(page, "/industries");
  await page.getByRole("link", { name: "see the subscriber" }).click();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText(/rejected\s*The mailbox for \S+ is full/);
  await row.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(toast(page, "Sending the email again")).toBeVisible();
  await waitForMail(MAIL_FOLDER, (mail) => mail.subject === email);
  await expect.poll(() => statusOf(email)).toBe("sent");
  await page.reload();
  await expect(row).toContainText("sent");
  await expect(row.getByRole("button", { name: /^Send again/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "see the subscriber" })).toHaveCount(0);
});

test("enquiries unanswered for 24 hours are labeled and counted, and can be filtered", async ({ page }) => {
  const name = unique("Overdue");
  await receive(name, { hoursAgo: 30 });
  await receive(unique("Young"));
  await openTab(page);
  await expect(page.getByText(/\d+ new, \d+ overdue, \d+ in the last 12 weeks/)).toBeVisible();
  await page.getByLabel("Status filter").selectOption({ label: "Overdue (no reply for over 24 hours)" });
  await expect(items(page, /^Young/)).toHaveCount(0);
  await expect(items(page, name)).toContainText("Overdue: waiting 30 hours");
});

test("deleting an enquiry asks first, and Undo restores the enquiry with its note", async ({ page }) => {
  const name = unique("Ada");
  await openReceived(page, name, { mail: "sent" });
  await detail(page).getByLabel("Private note").fill("Called back");
  await detail(page).getByRole("button", { name: "Add note" }).click();
  await expect(toast(page, "Note added")).toBeVisible();

  page.once("dialog", (confirm) => confirm.dismiss());
  await detail(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(detail(page).getByRole("heading", { name })).toBeVisible();
  accept(page);
  await detail(page).getByRole("button", { name: "Delete", exact: true }).click();
  await holdToast(page, "Enquiry deleted");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Enquiry restored")).toBeVisible();
  await expect(items(page, name)).toBeVisible();
  await expect(detail(page)).toContainText("Called back");
  await expect(detail(page)).toContainText("Notification sent");
});

test("several enquiries are marked as contacted, deleted, and restored by Undo", async ({ page }) => {
  const name = unique("Many");
  for (const number of [1, 2, 3]) await receive(`${name} ${number}`);
  await openTab(page, name);
  await expect(items(page, name)).toHaveCount(3);
  for (const number of [1, 2]) await page.getByLabel(`Select the enquiry from ${name} ${number}`).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page, "Status of 2 enquiries set to contacted")).toBeVisible();
  await expect(items(page, name).filter({ hasText: "Contacted" })).toHaveCount(2);

  await page.getByLabel("Select all on this page").check();
  accept(page);
  await page.getByRole("button", { name: "Delete selected" }).click();
  await holdToast(page, "3 enquiries deleted");
  await expect(items(page, name)).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "3 enquiries restored")).toBeVisible();
  await expect(items(page, name)).toHaveCount(3);
});

test("an enquiry and the next one can be opened with the keyboard alone", async ({ page }) => {
  const name = unique("Keys");
  for (const number of [1, 2]) await receive(`${name} ${number}`, { hoursAgo: number });
  await openTab(page, name);
  await expect(items(page, name)).toHaveCount(2);
  await page.getByRole("searchbox").focus();
  const [first, second] = [items(page, `${name} 1`), items(page, `${name} 2`)];
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    if (await second.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(second).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(detail(page).getByRole("heading", { name: `${name} 2` })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(detail(page).getByLabel("Status", { exact: true })).toBeFocused();
  await page.keyboard.press("C");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Status set to contacted")).toBeVisible();
  await expect(second).toContainText("Contacted");
  await expect(detail(page).getByLabel("Status", { exact: true })).toBeFocused();
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeFocused();
});

test("stepping through statuses by keyboard saves only on Apply", async ({ page }) => {
  const name = unique("Stepped");
  for (const number of [1, 2]) await receive(`${name} ${number}`);
  await openTab(page, name);
  await items(page, `${name} 1`).click();
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.postData() ?? "");
  });
  const status = detail(page).getByLabel("Status", { exact: true });
  await expect(detail(page).getByRole("heading", { name: `${name} 1` })).toBeFocused();
  await status.focus();
  for (const passed of ["contacted", "qualified", "won", "lost", "spam"]) {
    await page.keyboard.press("ArrowDown");
    await expect(status).toHaveValue(passed);
  }
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(detail(page).getByRole("button", { name: "Apply status" })).toBeFocused();
  const dismissed = dismissNext(page);
  await items(page, `${name} 2`).click();
  await dismissed;
  await expect(status).toHaveValue("lost");
  await detail(page).getByRole("button", { name: "Apply status" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Status set to lost")).toBeVisible();
  await expect(status).toBeFocused();
  await expect(detail(page).getByRole("button", { name: "Apply status" })).toHaveCount(0);
  expect(posts).toEqual([expect.stringContaining("status=lost")]);
  await items(page, `${name} 2`).click();
  await expect(detail(page).getByRole("heading", { name: `${name} 2` })).toBeFocused();
});

test("on a phone, the open enquiry replaces the list until you go back", async ({ page }) => {
  const name = unique("Small");
  await receive(name);
  await page.setViewportSize({ width: 375, height: 800 });
  await openTab(page, name);
  await expect(detail(page)).toBeHidden();
  await items(page, name).click();
  await expect(detail(page).getByRole("heading", { name })).toBeInViewport();
  await expect(items(page, name)).toBeHidden();
  await detail(page).getByRole("button", { name: "All enquiries" }).click();
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

test("subscribers are found, filtered, exported, deleted and restored by Undo", async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await query(
    "insert into subscribers (email, status, token, confirmed_at) values ($1, 'confirmed', $1, now())",
    [email],
  );
  await openTab(page);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Subscribers" }).click();
  await expect(page.getByText(/\d+ confirmed, \d+ pending, \d+ unsubscribed/)).toBeVisible();
  await search(page, email.toUpperCase());
  expect(page.url()).not.toMatch(/@|%40/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue(email.toUpperCase());
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Confirmed");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("subscribers.csv");
  expect(fs.readFileSync(await download.path(), "utf8").split("\r\n")[1]).toContain(`"${email}","confirmed"`);

  accept(page);
  await row.getByRole("button", { name: `Delete ${email}` }).click();
  await holdToast(page, "Subscriber deleted");
  await expect(row).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Subscriber restored")).toBeVisible();
  await expect(row).toBeVisible();
  await page.getByLabel("Status filter").selectOption("pending");
  await expect(row).toHaveCount(0);
});

test("one person's data is shown, exported as JSON, and deleted after a confirmation", async ({ page }) => {
  const name = unique("Person");
  const email = `${randomUUID()}@example.com`;
  await receive(name, { email, mail: "sent" });
  await query("insert into subscribers (email, token) values ($1, $1)", [email]);
  await openTab(page, name);
  await items(page, name).click();
  await detail(page).getByRole("link", { name: "All personal data about this sender" }).click();
  const kept = page.getByRole("heading", { name: `Data about ${email}` });
  await expect(kept).toBeVisible();
  // The email address can also be entered on the page itself.
  await page.goto("/admin-control-panel-seoprozone/enquiries/person");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(kept).toBeVisible();
  expect(page.url()).not.toMatch(/@|%40/);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  for (const amount of ["1 enquiry", "0 notes", "1 email", "1 newsletter subscription"])
    await expect(page.getByRole("listitem").getByText(amount, { exact: true })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as JSON" }).click(),
  ]);
  expect(JSON.parse(fs.readFileSync(await download.path(), "utf8"))).toMatchObject({
    email,
    enquiries: [{ name, mails: [{ subject: `About ${name}` }] }],
    newsletter: { status: "pending" },
  });

  let question = "";
  page.once("dialog", (confirm) => {
    question = confirm.message();
    return confirm.accept();
  });
  await page.getByRole("button", { name: "Delete all data" }).click();
  await expect(toast(page, "All data about this person deleted")).toBeVisible();
  expect(question).toContain("1 enquiry, 0 notes, 1 email, 1 newsletter subscription");
  await expect(page.getByText(`We found no data about ${email}.`)).toBeVisible();
});

test("axe finds no violations on the Enquiries tab", async ({ page }) => {
  const name = unique("Grace");
  const email = `${randomUUID()}@example.com`;
  await receive(name, { email, hoursAgo: 30, mail: "refused" });
  await query("insert into subscribers (email, token) values ($1, $1)", [email]);
  await openTab(page, name);
  const clean = (where: string) => expectNoFaultsInLooks(page, where);
  await page.getByLabel(`Select the enquiry from ${name}`).check();
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
