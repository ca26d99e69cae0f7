import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { DomUtils, parseDocument } from "htmlparser2";
import { findAxeFaults } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { LEADS_TO, MAIL_FOLDER } from "../support/e2e.ts";
import { passAnHour } from "../support/e2e-database.ts";
import { type ReceivedMail, readMails, waitForMail } from "../support/mail.ts";

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.77" } });
test.beforeEach(passAnHour);

const newName = () => `Ada ${randomUUID()}`;

const mailFrom = (name: string) =>
  waitForMail(MAIL_FOLDER, (mail) => mail.text?.includes(`Name: ${name}\n`) ?? false);

async function mailsFrom(name: string): Promise<ReceivedMail[]> {
  await mailFrom(name);
  return (await readMails(MAIL_FOLDER)).filter((mail) => mail.text?.includes(`Name: ${name}\n`));
}

const textOf = (html = "") => DomUtils.textContent(parseDocument(html));

const form = (page: Page, name: string) => page.locator(`form[data-form="${name}"]`);
const sendButton = (inside: Locator) => inside.locator("button[type=submit]");

async function fillContact(page: Page, name: string): Promise<Locator> {
  await page.goto("/contact");
  const contact = form(page, "contact");
  await contact.getByLabel("Name", { exact: true }).fill(name);
  await contact.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await contact.getByLabel("Phone").fill("+1 212 555 0101");
  await contact.getByLabel("Website").fill("www.ada.example");
  await contact.getByLabel("Local SEO").check();
  await contact.getByLabel("Digital PR").check();
  await contact.getByLabel("Message", { exact: true }).fill("First line\nSecond <b>line</b>");
  return contact;
}

/** Checks that the email's text and HTML have all fields in SPEC 7, and that replies go to the visitor. */
async function expectWholeMail(name: string) {
  const mail = await mailFrom(name);
  expect(mail.envelope.to).toEqual([LEADS_TO]);
  expect(mail.replyTo).toMatchObject([{ address: "ada@example.com" }]);
  for (const part of [mail.text ?? "", textOf(mail.html)]) {
    for (const value of [
      ...[name, "ada@example.com", "+1 212 555 0101", "https://www.ada.example", "Local SEO, Digital PR"],
      ...["contact", "/contact", "First line\nSecond <b>line</b>"],
    ]) {
      expect(part).toContain(value);
    }
  }
}

test("the contact form shows the spec's success text and emails every field", async ({ page }) => {
  const name = newName();
  const contact = await fillContact(page, name);
  await sendButton(contact).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  await expect(page.getByText("We would connect you shortly.")).toBeVisible();
  await expect(contact.getByLabel("Name", { exact: true })).toHaveValue("");
  await expect(contact.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(contact.getByLabel("Digital PR")).not.toBeChecked();
  await expectWholeMail(name);
});

test("the hero form requires a service, and the email names that service", async ({ page }) => {
  const lastName = randomUUID();
  await page.goto("/");
  const hero = form(page, "hero");
  await hero.getByLabel("First name").fill("Ada");
  await hero.getByLabel("Last name").fill(lastName);
  await hero.getByLabel("Phone").fill("+1 212 555 0101");
  await hero.getByLabel("Email").fill("ada@example.com");
  await sendButton(hero).click();
  await expect(page.getByText("Please select a service you're interested in.")).toBeVisible();
  await expect(hero.getByLabel("Last name")).toHaveValue(lastName);
  await expect(hero.locator("[name=service]")).toHaveAttribute("aria-invalid", "true");

  await hero.locator("[name=service]").selectOption("Technical SEO");
  await sendButton(hero).click();
  await expect(page.getByText("Thank you for your inquiry!")).toBeVisible();
  await expect(page.getByText("We'll get in touch with you shortly.")).toBeVisible();
  await expect(hero.getByLabel("Last name")).toHaveValue("");
  const mail = await mailFrom(`Ada ${lastName}`);
  expect(mail.text).toContain("Services: Technical SEO");
  expect(mail.text).toMatch(/Message:\n.*Technical SEO/);
});

test("the audit form requires only a name and an email, and rejects an invalid website", async ({ page }) => {
  const name = newName();
  await page.goto("/");
  const audit = form(page, "audit");
  await audit.getByLabel("Name", { exact: true }).fill(name);
  await audit.getByLabel("Email").fill("ada@example.com");
  await audit.getByLabel("Website").fill("javascript:alert(1)");
  await sendButton(audit).click();
  await expect(audit.getByLabel("Website")).toHaveAccessibleDescription(/website address/);
  await expect(audit.getByLabel("Website")).toHaveValue("javascript:alert(1)");

  await audit.getByLabel("Website").fill("");
  await sendButton(audit).click();
  await expect(page.getByText("Thank you for your request!")).toBeVisible();
  expect((await mailFrom(name)).text).toContain("Form: audit");
});

test("a service page's form preselects the page's service, even after a submission", async ({ page }) => {
  const name = newName();
  await page.goto("/services/gbp-optimization");
  const service = form(page, "service");
  await expect(service.getByLabel("GBP Optimization")).toBeChecked();
  await service.getByLabel("Local SEO").check();
  await service.locator("[name=name]").fill(name);
  await service.locator("[name=email]").fill("ada@example.com");
  await service.locator("[name=message]").fill("Two shops");
  await sendButton(service).click();
  await expect(page.getByText("We'll get back to you within 24 hours.").first()).toBeVisible();
  await expect(service.locator("[name=name]")).toHaveValue("");
  await expect(service.getByLabel("GBP Optimization")).toBeChecked();
  await expect(service.getByLabel("Local SEO")).not.toBeChecked();
  const mail = await mailFrom(name);
  expect(mail.text).toMatch(/Services: .*GBP Optimization/);
  expect(mail.text).toContain("Form: service");
});

test("the notification names the campaign and site that an enquiry came from", async ({ page }) => {
  const name = newName();
  await page.goto("/contact?utm_source=ads&utm_campaign=spring", { referer: "https://search.example/find" });
  const contact = form(page, "contact");
  await contact.getByLabel("Name", { exact: true }).fill(name);
  await contact.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await contact.getByLabel("Message", { exact: true }).fill("Hello");
  await sendButton(contact).click();
  const { text } = await mailFrom(name);
  expect(text).toContain("Came from: search.example");
  expect(text).toContain("Campaign: utm_source=ads, utm_campaign=spring");
  expect(await page.context().cookies()).toEqual([]);
});

test("a visit's campaign is remembered without browser storage", async ({ page }) => {
  const name = newName();
  await page.goto("/?utm_source=ads&utm_campaign=spring");
  for (const link of ["Case Studies", "About Us"]) {
    await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).first().click();
    await expect(page.getByRole("link", { name: link, exact: true }).first()).toHaveAttribute(
      "aria-current",
      /./,
    );
  }
  await sendButton(await fillContact(page, name)).click();
  expect((await mailFrom(name)).text).toContain("Campaign: utm_source=ads, utm_campaign=spring");
  const kept = await page.evaluate(() => localStorage.length + sessionStorage.length);
  expect([kept, await page.context().cookies()]).toEqual([0, []]);
});

test("a message over the limit is rejected with a reason and stays in the form", async ({ page }) => {
  const contact = await fillContact(page, newName());
  const message = "long ".repeat(20_000);
  await contact.getByLabel("Message", { exact: true }).fill(message);
  await sendButton(contact).click();
  await expect(page.getByText("This is too large (the limit is 64 kB)")).toBeVisible();
  await expect(contact.getByLabel("Message", { exact: true })).toHaveValue(message);
});

test("dismissing a toast by keyboard returns focus to the field", async ({ page }) => {
  const contact = await fillContact(page, newName());
  const website = contact.getByLabel("Website");
  await website.fill("javascript:alert(1)");
  await sendButton(contact).click();
  await expect(website).toBeFocused();
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeHidden();
  await expect(website).toBeFocused();
});

for (const { path, name, fields, failure } of [
  {
    // This page preselects a service. Without one, nothing would be sent (decision 0035.30).
    path: "/services/local-seo",
    name: "hero",
    fields: { firstName: "Ada", lastName: "Byron", phone: "212 555 0101", email: "ada@example.com" },
    failure: "Failed to send your inquiry. Please try again.",
  },
  {
    path: "/",
    name: "audit",
    fields: { name: "Ada", email: "ada@example.com" },
    failure: "Failed to send audit request. Please try again.",
  },
  {
    path: "/services/local-seo",
    name: "service",
    fields: { name: "Ada", email: "ada@example.com", message: "Hello" },
    failure: "Failed to send your inquiry. Please try again.",
  },
  {
    path: "/blog",
    name: "newsletter",
    fields: { email: "ada@example.com" },
    failure: "Failed to subscribe. Please try again.",
  },
]) {
  test(`the ${name} form says '${failure}' if its request fails, and keeps what was typed`, async ({
    page,
  }) => {
    await page.goto(path);
    const shown = form(page, name);
    for (const [field, value] of Object.entries(fields)) await shown.locator(`[name=${field}]`).fill(value);
    await page.route("**/*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await sendButton(shown).click();
    await expect(page.getByText(failure)).toBeVisible();
    for (const [field, value] of Object.entries(fields))
      await expect(shown.locator(`[name=${field}]`)).toHaveValue(value);
    await expect(sendButton(shown)).toBeEnabled();
  });
}

test("while a form is being sent, it's disabled and its button says 'Sending...'", async ({ page }) => {
  const contact = await fillContact(page, newName());
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/contact", async (route) => {
    await isHeld;
    await route.continue();
  });
  await sendButton(contact).click();
  await expect(sendButton(contact)).toHaveText("Sending...");
  await expect(sendButton(contact)).toBeDisabled();
  await expect(contact.getByLabel("Message", { exact: true })).toBeDisabled();
  answer();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  await expect(sendButton(contact)).toBeEnabled();
});

test("resending after a lost response creates only one enquiry", async ({ page }) => {
  const name = newName();
  const contact = await fillContact(page, name);
  await page.route("**/contact", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendButton(contact).click();
  await expect(page.getByText("Failed to send message. Please try again.")).toBeVisible();
  await expect(contact.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(contact.getByLabel("Digital PR")).toBeChecked();

  await page.unroute("**/contact");
  await sendButton(contact).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  // Posts arrive in order, so all earlier posts have arrived before this one.
  const last = newName();
  await sendButton(await fillContact(page, last)).click();
  await mailFrom(last);
  expect(await mailsFrom(name)).toHaveLength(1);
});

test("a double click creates one enquiry", async ({ page }) => {
  const name = newName();
  await sendButton(await fillContact(page, name)).dblclick();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  const last = newName();
  await sendButton(await fillContact(page, last)).click();
  await mailFrom(last);
  expect(await mailsFrom(name)).toHaveLength(1);
});

test("forms with errors and success toasts have no accessibility violations", async ({ page }) => {
  const contact = await fillContact(page, newName());
  await contact.getByLabel("Website").fill("javascript:alert(1)");
  await sendButton(contact).click();
  await expect(contact.getByLabel("Website")).toBeFocused();
  expect(await findAxeFaults(page)).toEqual([]);
  await contact.getByLabel("Website").fill("");
  await sendButton(contact).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  expect(await findAxeFaults(page)).toEqual([]);
});
