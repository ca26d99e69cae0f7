// tests/http/enquiries.test.ts and leads.test.ts test the same without JavaScript.
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { MAIL_FOLDER } from "../support/e2e.ts";
import { passAnHour, query } from "../support/e2e-database.ts";
import { waitForMail } from "../support/mail.ts";

const TABLES = ["enquiries", "subscribers"];

/** Makes inserts fail. Existing rows stay. */
const refuse = async () => {
  for (const table of TABLES)
    await query(`alter table ${table} add constraint nothing_new check (false) not valid`);
};
const accept = async () => {
  for (const table of TABLES) await query(`alter table ${table} drop constraint if exists nothing_new`);
};
test.afterEach(accept);

const FORMS = [
  {
    page: "/contact",
    name: "contact",
    fields: { name: "Ada", message: "Hello" },
    failure: "Failed to send message. Please try again.",
    success: "Thank you for your message!",
  },
  {
    page: "/",
    name: "hero",
    fields: { firstName: "Ada", lastName: "Byron", phone: "(212) 555-0123" },
    failure: "Failed to send your inquiry. Please try again.",
    success: "Thank you for your inquiry!",
  },
  {
    page: "/",
    name: "audit",
    fields: { name: "Ada", goals: "More calls" },
    failure: "Failed to send audit request. Please try again.",
    success: "Thank you for your request!",
  },
  {
    page: "/services/local-seo",
    name: "service",
    fields: { name: "Ada", message: "Two shops" },
    failure: "Failed to send your inquiry. Please try again.",
    success: "Thank you for your inquiry!",
  },
  {
    page: "/blog",
    name: "newsletter",
    fields: {},
    failure: "Failed to subscribe. Please try again.",
    success: "Please check your inbox.",
  },
];

// Rate limits apply per IP address.
test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.81" } });
test.beforeEach(passAnHour);

for (const { page: address, name, fields, failure, success } of FORMS) {
  test(`if a submission can't be stored, the ${name} form says '${failure}' and can be sent again`, async ({
    page,
  }) => {
    const typed = { ...fields, email: `${randomUUID()}@example.com` };
    await page.goto(address);
    const form = page.locator(`form[data-form="${name}"]`);
    for (const [field, value] of Object.entries(typed)) await form.locator(`[name=${field}]`).fill(value);
    if (name === "hero") await form.locator("[name=service]").selectOption("Digital PR");
    await refuse();
    await form.locator("button[type=submit]").click();
    await expect(page.getByText(failure)).toBeVisible();
    for (const [field, value] of Object.entries(typed))
      await expect(form.locator(`[name=${field}]`)).toHaveValue(value);
    if (name === "hero") await expect(form.locator("[name=service]")).toHaveValue("Digital PR");

    await accept();
    await form.locator("button[type=submit]").click();
    await expect(page.getByText(success)).toBeVisible();
    await expect(form.locator("[name=email]")).toHaveValue("");
    await waitForMail(
      MAIL_FOLDER,
      (mail) => mail.envelope.to.includes(typed.email) || (mail.text?.includes(typed.email) ?? false),
    );
  });
}
