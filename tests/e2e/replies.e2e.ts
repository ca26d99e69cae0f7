import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { acceptDialogs, openPanel, toast, unique } from "../support/panel.ts";

const detail = (page: Page) => page.getByRole("article");
const area = (page: Page) => detail(page).getByLabel("Your reply");
const send = (page: Page) => detail(page).getByRole("button", { name: "Send reply" }).click();
const pending = (page: Page) => detail(page).getByRole("status").filter({ hasText: "goes out within" });

async function open(page: Page) {
  const [id, name] = [randomUUID(), unique("Ada")];
  await query(
    `insert into enquiries (id, form_type, name, email, message)
     values ($1, 'contact', $2, 'ada@example.com', 'Can you help?')`,
    [id, name],
  );
  await openPanel(page, `/enquiries?open=${id}`);
  await expect(area(page)).toBeVisible();
  return id;
}
/** Extends the time in which replies can be undone. */
async function holdReplies() {
  await query("update outgoing_mails set next_try_at = now() + interval '1 hour' where kind = 'reply'");
  await query(
    "update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where run_at > now()",
  );
}

test("a placeholder that's left is selected; an undone reply returns to the form, even after a reload", async ({
  page,
}) => {
  const id = await open(page);
  await send(page);
  await expect(toast(page, "Write something first.")).toBeVisible();
  await expect(area(page)).toBeFocused();
  await area(page).fill("Hello {first name}, thanks!");
  await send(page);
  await expect(area(page)).toHaveAccessibleDescription(/Replace {first name} with the real words/);
  await expect(area(page)).toBeFocused();
  const selected = () =>
    area(page).evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionStart, one.selectionEnd));
  await expect.poll(selected).toBe("{first name}");
  await page.keyboard.type("Ada");
  await send(page);
  await holdReplies();
  await expect(pending(page)).toContainText("Your reply to ada@example.com goes out within 20 seconds.");
  await expect(area(page)).toHaveValue("");
  await expectNoFaultsInLooks(page, "an enquiry with a reply");

  await page.reload();
  await area(page).fill("PS: Call me.");
  await pending(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "The reply wasn't sent")).toBeVisible();
  await expect(area(page)).toBeFocused();
  await expect(area(page)).toHaveValue("Hello Ada, thanks!\n\nPS: Call me.");
  await expect(pending(page)).toHaveCount(0);
  expect(await query("select status from enquiries where id = $1", [id])).toEqual([{ status: "new" }]);
  await page.reload();
  await expect(area(page)).toHaveValue("Hello Ada, thanks!\n\nPS: Call me.");
  await send(page);
  await expect(pending(page)).toBeVisible();
  await expect(area(page)).toHaveValue("");
});

test("what they answered is added, closes its form and can be deleted", async ({ page }) => {
  await open(page);
  const summary = detail(page).getByText("They answered", { exact: true });
  await summary.click();
  await detail(page).getByLabel("Their answer").fill("Yes,\nplease");
  await detail(page).getByRole("button", { name: "Add answer" }).click();
  const answer = detail(page).getByRole("region", { name: "Messages" }).getByText("Yes, please");
  await expect(answer).toBeVisible();
  await expect(summary).toBeFocused();
  await expect(detail(page).getByLabel("Their answer")).toBeHidden();
  acceptDialogs(page);
  await detail(page)
    .getByRole("button", { name: /^Delete the answer/ })
    .click();
  await expect(toast(page, "Answer deleted")).toBeVisible();
  await expect(answer).toHaveCount(0);
});

test("what was typed about a deleted enquiry leaves the browser, whoever deleted it", async ({ page }) => {
  const [gone, kept] = [await open(page), await open(page)];
  const typed = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith("typed reply"))
        .sort(),
    );
  const both = [`typed reply ${gone}`, `typed reply ${kept}`].sort();
  await page.evaluate((names) => {
    for (const name of names) localStorage.setItem(name, '{"message":"Half a reply"}');
  }, both);
  await query("delete from enquiries where id = $1", [gone]);
  await openPanel(page, "/enquiries");
  await expect.poll(typed).toEqual([`typed reply ${kept}`]);
});

test("a template is written, and inserted where the cursor is, with the details filled in", async ({
  page,
}) => {
  const name = unique("Thanks");
  await openPanel(page, "/enquiries/templates");
  await page.getByRole("button", { name: "Add Template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "Text" }).fill("Hi {First name}, it's {price} a month.");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Template added successfully")).toBeVisible();
  await expectNoFaultsInLooks(page, "the reply templates");

  const id = await open(page);
  await area(page).fill("Before. After.");
  await area(page).evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(8, 8));
  // By keyboard.
  await detail(page).getByRole("button", { name: "Insert a template" }).press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await expectNoFaultsInLooks(page, "the menu of templates");
  await page.keyboard.type(name);
  await expect(page.getByRole("menuitem", { name })).toBeFocused();
  await page.keyboard.press("Enter");
  const [row] = await query<{ name: string }>("select name from enquiries where id = $1", [id]);
  const [first] = row!.name.split(" ");
  await expect(area(page)).toBeFocused();
  await expect(area(page)).toHaveValue(`Before. Hi ${first}, it's {price} a month.After.`);
  // What's left to replace is selected.
  await page.keyboard.type("$500");
  await expect(area(page)).toHaveValue(`Before. Hi ${first}, it's $500 a month.After.`);
  // It counts as typed, so a reload keeps it.
  await page.reload();
  await expect(area(page)).toHaveValue(/500 a month/);
  await send(page);
  await holdReplies();
  await expect(pending(page)).toBeVisible();
});

test("a reply keeps the next step that was chosen while it was written", async ({ page }) => {
  const id = await open(page);
  await area(page).fill("Hello Ada, thanks!");
  const step = detail(page).getByRole("region", { name: "Next step" });
  await step.getByRole("button", { name: "In a week" }).click();
  await expect(step.getByRole("button", { name: "In a week" })).toHaveAttribute("aria-pressed", "true");
  const planned = () =>
    query<{ day: string }>("select follow_up_on::text as day from enquiries where id = $1", [id]);
  const before = await planned();
  await expect(area(page)).toHaveValue("Hello Ada, thanks!");
  await expect(detail(page).getByLabel("Then follow up")).toHaveValue(before[0]!.day);
  // Only what's typed counts as unsaved.
  await area(page).fill("");
  await page.getByRole("button", { name: "Back to list" }).click();
  await expect(detail(page)).toHaveCount(0);
  await page.goBack();
  await area(page).fill("Hello Ada, thanks!");
  await send(page);
  await holdReplies();
  await expect(pending(page)).toBeVisible();
  expect(await planned()).toEqual(before);
});
