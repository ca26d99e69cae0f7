import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { passAnHour, query } from "../support/e2e-database.ts";
import { openPanel } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.64" } });
test.beforeEach(passAnHour);

const link = (page: Page, to: string) => page.locator(`a[href="${to}"]`).first();
/** Follows a link of the page, even in a closed menu. */
async function follow(page: Page, to: string) {
  await link(page, to).evaluate((one: HTMLAnchorElement) => one.click());
  await expect(page).toHaveURL(to);
  await page.waitForLoadState();
}

/** Sends the contact form and returns the stored visit. */
async function send(page: Page) {
  const email = `${randomUUID()}@example.com`;
  const form = page.locator('form[data-form="contact"]');
  await form.getByLabel("Name").fill("Ada Byron");
  await form.getByLabel("Email").fill(email);
  await form.locator('[name="message"]').fill("Hello");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(form.locator(".sent")).toBeVisible();
  const [row] = await query<{ trail: string[]; utm: Record<string, string> }>(
    "select trail, utm from enquiries where email = $1",
    [email],
  );
  return row!;
}

for (const pages of [
  ["/contact"],
  ["/", "/contact"],
  ["/blog", "/about", "/contact"],
  ["/case-studies", "/", "/blog", "/contact"],
  ["/services/local-seo", "/about", "/", "/case-studies", "/contact"],
])
  test(`the first page is known in a visit of ${pages.length}`, async ({ page }) => {
    await page.goto(`${pages[0]}?utm_source=chatgpt.com&gclid=Cj0K`);
    for (const to of pages.slice(1)) await follow(page, to);
    expect(await send(page)).toEqual({
      trail: pages,
      utm: { utm_source: "chatgpt.com", gclid: "Cj0K" },
    });
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      ...[0, 0, ""],
    ]);
  });

test("a link that's opened in a new tab continues the visit; Back, fragments and errors don't disturb it", async ({
  page,
  context,
}) => {
  await page.goto("/blog");
  await follow(page, "/about");
  await page.goBack();
  await page.evaluate(() => location.assign("#main"));
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    link(page, "/contact").evaluate((one: HTMLAnchorElement) => {
      one.target = "_blank";
      one.rel = "opener";
      one.click();
      one.target = "";
    }),
  ]);
  await tab.waitForLoadState();
  expect((await send(tab)).trail).toEqual(["/blog", "/contact"]);
  await follow(page, "/contact");
  expect((await send(page)).trail).toEqual(["/blog", "/contact"]);
});

test("in a browser without the Navigation API, the first page is known if the form is on it", async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, "navigation", { value: undefined }));
  await page.goto("/contact?utm_source=a");
  expect(await send(page)).toEqual({ trail: ["/contact"], utm: { utm_source: "a" } });
  await page.goto("/about");
  await follow(page, "/contact");
  expect((await send(page)).trail).toEqual([]);
});

test("the report on what brings customers has no axe violations and can be filtered", async ({ page }) => {
  await query(
    `insert into enquiries (id, form_type, name, email, referrer_host, status, value_cents, value_per, value_is_estimate)
     values (gen_random_uuid(), 'contact', 'Ada', 'ada@example.com', 'claude.ai', 'won', 300000, 'month', false)`,
  );
  await openPanel(page, "/enquiries/sources");
  const row = page.getByRole("row").filter({ hasText: "Claude" });
  await expect(row).toContainText("AI assistant");
  await expect(row).toContainText("a month");
  await expectNoFaultsInLooks(page, "sources");
  await page.getByRole("combobox", { name: "Rows" }).selectOption("By service");
  await expect(page.getByRole("columnheader", { name: "Service" })).toBeVisible();
  await expect(page).toHaveURL(/by=service/);
});
