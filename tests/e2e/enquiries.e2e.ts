import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.77" } });

const newName = () => `Ada ${randomUUID()}`;
const sentBy = (name: string) => query("select utm, referrer_host from enquiries where name = $1", [name]);
const sendButton = (inside: Locator) => inside.locator("button[type=submit]");

async function fillContact(page: Page, name: string): Promise<Locator> {
  const contact = page.locator('form[data-form="contact"]');
  await contact.getByLabel("Name", { exact: true }).fill(name);
  await contact.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await contact.getByLabel("Website").fill("www.ada.example");
  await contact.getByLabel("Digital PR").check();
  await contact.getByLabel("Message", { exact: true }).fill("First line\nSecond <b>line</b>");
  return contact;
}

test("while a form is being sent, it's disabled; a double click sends it once, and then it's empty", async ({
  page,
}) => {
  const name = newName();
  await page.goto("/contact");
  const contact = await fillContact(page, name);
  const held = Promise.withResolvers<void>();
  await page.route("**/contact", async (route) => {
    await held.promise;
    await route.continue();
  });
  await sendButton(contact).dblclick();
  await expect(sendButton(contact)).toHaveText("Sending...");
  await expect(sendButton(contact)).toBeDisabled();
  await expect(contact.getByLabel("Message", { exact: true })).toBeDisabled();
  held.resolve();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  await expect(page.getByText("We would connect you shortly.")).toBeVisible();
  await expect(sendButton(contact)).toBeEnabled();
  await expect(contact.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(contact.getByLabel("Digital PR")).not.toBeChecked();
  expect(await sentBy(name)).toHaveLength(1);
});

test("a visit's campaign and referring site are remembered without browser storage", async ({ page }) => {
  const name = newName();
  await page.goto("/?utm_source=ads&utm_campaign=spring");
  for (const link of ["Case Studies", "About Us"]) {
    await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).first().click();
    await expect(page.getByRole("link", { name: link, exact: true }).first()).toHaveAttribute(
      "aria-current",
      /./,
    );
  }
  await page.goto("/contact", { referer: "https://search.example/find" });
  await sendButton(await fillContact(page, name)).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  expect(await sentBy(name)).toEqual([
    { utm: { utm_source: "ads", utm_campaign: "spring" }, referrer_host: "search.example" },
  ]);
  const kept = await page.evaluate(() => localStorage.length + sessionStorage.length);
  expect([kept, await page.context().cookies()]).toEqual([0, []]);
});

test("a failed request keeps what was typed, and resending after a lost response creates one enquiry", async ({
  page,
}) => {
  const name = newName();
  await page.goto("/contact");
  const contact = await fillContact(page, name);
  const message = contact.getByLabel("Message", { exact: true });
  await message.fill("long ".repeat(20_000));
  await sendButton(contact).click();
  await expect(page.getByText("This is too large (the limit is 64 kB)")).toBeVisible();
  await expect(message).toHaveValue("long ".repeat(20_000));

  await message.fill("Shorter");
  await page.route("**/contact", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendButton(contact).click();
  await expect(page.getByText("Failed to send message. Please try again.")).toBeVisible();
  await expect(contact.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(contact.getByLabel("Digital PR")).toBeChecked();
  await expect(message).toHaveValue("Shorter");

  await page.unroute("**/contact");
  await sendButton(contact).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  expect(await sentBy(name)).toHaveLength(1);
});

test("an error gets focus, also after its toast is dismissed by keyboard, and axe finds nothing", async ({
  page,
}) => {
  await page.goto("/contact");
  const contact = await fillContact(page, newName());
  const email = contact.getByLabel("Email");
  const address = await email.inputValue();
  // Browsers accept it.
  await email.fill("ada@example");
  await sendButton(contact).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue("ada@example");
  expect(await findAxeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeHidden();
  await expect(email).toBeFocused();
  await email.fill(address);
  await sendButton(contact).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  expect(await findAxeFaults(page)).toEqual([]);
});
