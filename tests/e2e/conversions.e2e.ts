// Decision 0035.36.
import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { PANEL } from "../support/owner.ts";
import { logIn } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.62" } });

const TAGS = { google_analytics_id: "G-AB12CD34EF", google_tag_manager: "GTM-AB12CD" };
type Tag = keyof typeof TAGS;
const PERSONAL = /Ada|example\.com|Hello|555/;

async function setTags(page: Page, ...tags: Tag[]) {
  await logIn(page);
  for (const key of Object.keys(TAGS) as Tag[]) {
    const form = tags.includes(key) ? { intent: "save", [key]: TAGS[key] } : { intent: "remove", key };
    expect((await page.request.post(`${PANEL}/settings`, { form })).status()).toBe(200);
  }
}

async function visit(page: Page, choice?: "granted") {
  await page.context().clearCookies();
  await page.context().route(
    (url) => url.hostname !== "localhost",
    (route) => route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.addInitScript((choice) => {
    if (choice) localStorage.setItem("consent", choice);
    // Prevents links from starting phone calls and mail programs.
    addEventListener("click", (event) => {
      if ((event.target as Element).closest("a[href^='tel:'],a[href^='mailto:']")) event.preventDefault();
    });
  }, choice);
}

/** Returns the events pushed since the page opened, without consent settings and `gtm.js` events. */
const tracked = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    [...(window as unknown as { dataLayer: object[] }).dataLayer]
      // gtag pushes `arguments`, which isn't an array.
      .map((entry) => ("length" in entry ? Object.values(entry) : entry))
      .filter((entry) =>
        Array.isArray(entry) ? entry[0] === "event" : (entry as { event?: string }).event !== "gtm.js",
      ),
  );

async function sendContact(page: Page, success = true) {
  const form = page.locator('form[data-form="contact"]');
  await form.getByLabel("Name").fill("Ada Byron");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.locator('[name="message"]').fill("Hello");
  await form.locator('[name="services"]').first().check();
  const service = await form.locator('[name="services"]').first().inputValue();
  await form.getByRole("button", { name: /send/i }).click();
  // The toast may be from an earlier attempt, so wait until the form is enabled again.
  if (!success) await expect(form.and(page.locator(":not([aria-busy])"))).toBeVisible();
  await expect(page.locator(`[data-toasts] [data-toast="${success ? "good" : "bad"}"]`)).toBeVisible();
  return service;
}

async function call(page: Page) {
  await page.locator("header a[href^='tel:']").first().click();
  await page.locator("header a[href^='mailto:']").first().click();
}

test.afterAll(async ({ browser }) => {
  const page = await browser.newPage();
  await setTags(page);
  await page.close();
});

for (const [name, tags] of [
  ["Tag Manager", ["google_tag_manager"]],
  ["both, but only once", ["google_analytics_id", "google_tag_manager"]],
] as const)
  test(`a successful form pushes generate_lead without personal data: ${name}`, async ({ page }) => {
    await setTags(page, ...tags);
    await visit(page, "granted");
    await page.goto("/contact");
    const service = await sendContact(page);
    await call(page);
    const events: [string, object][] = [
      ["generate_lead", { form: "contact", service, page: "/contact" }],
      ["contact_click", { method: "phone", page: "/contact" }],
      ["contact_click", { method: "email", page: "/contact" }],
    ];
    const isForGtag = (tags as readonly Tag[]).includes("google_analytics_id");
    expect(await tracked(page)).toEqual(
      events.map(([event, details]) => (isForGtag ? ["event", event, details] : { event, ...details })),
    );
    expect(JSON.stringify(await tracked(page))).not.toMatch(PERSONAL);
  });

test("the newsletter form pushes newsletter_signup only after a successful sign-up", async ({ page }) => {
  await setTags(page, "google_tag_manager");
  await visit(page, "granted");
  await page.goto("/blog");
  const form = page.locator('form[data-form="newsletter"]');
  const send = form.getByRole("button");
  await form.locator("[name=email]").fill("ada@nowhere");
  await send.click();
  await expect(form.locator("[aria-invalid]")).toBeFocused();
  expect(await tracked(page)).toEqual([]);
  await form.locator("[name=email]").fill("ada.conversions@example.com");
  await send.click();
  await expect(page.locator('[data-toasts] [data-toast="good"]')).toBeVisible();
  expect(await tracked(page)).toEqual([{ event: "newsletter_signup", form: "newsletter", page: "/blog" }]);
});

test("nothing is pushed until the visitor accepts, or after consent is withdrawn in another tab", async ({
  page,
}) => {
  await setTags(page, "google_analytics_id");
  await visit(page);
  await page.goto("/contact");
  await sendContact(page);
  await call(page);
  const choose = (choice: string) =>
    page.evaluate(
      (choice) => document.querySelector<HTMLElement>(`[data-consent-choice=${choice}]`)?.click(),
      choice,
    );
  await choose("denied");
  await call(page);
  expect(await tracked(page)).toEqual([]);
  await choose("granted");
  await call(page);
  const names = async () => (await tracked(page)).map((entry) => (entry as string[])[1]);
  expect(await names()).toEqual(["contact_click", "contact_click"]);
  await page.evaluate(() => localStorage.setItem("consent", "denied"));
  await call(page);
  expect(await names()).toHaveLength(2);
});

test("on a phone, the cookie banner and the contact bar never overlap, and the bar doesn't move the banner", async ({
  page,
}) => {
  await setTags(page, "google_analytics_id");
  await visit(page);
  for (const [width, height] of [
    [320, 568],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/blog");
    const [question, bar] = await Promise.all(
      [".consent", ".cta-bar"].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(question!.y).toBeGreaterThan(0);
    expect(question!.y + question!.height, `${width} px`).toBeLessThanOrEqual(bar!.y);
    // On a slow connection, the banner is shown before the bar arrives.
    await page.locator(".cta-bar").evaluate((late) => late.remove());
    expect(await page.locator(".consent").boundingBox()).toEqual(question);
  }
});

test("a failed submission pushes nothing, and the next successful one pushes once", async ({ page }) => {
  await setTags(page, "google_tag_manager");
  await visit(page, "granted");
  await page.goto("/contact");
  await page.route("/contact", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await sendContact(page, false);
  await page.unroute("/contact");
  await page.route("/contact", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  await sendContact(page, false);
  expect(await tracked(page)).toEqual([]);
  await page.unroute("/contact");
  await sendContact(page);
  expect(await tracked(page)).toHaveLength(1);
});

test("a form sent before the script loads pushes once, from the response page", async ({ page }) => {
  await setTags(page, "google_tag_manager");
  await visit(page, "granted");
  await page.route("**/assets/main-*.js", (route) => route.abort());
  await page.goto("/contact");
  const form = page.locator('form[data-form="contact"]');
  await form.getByLabel("Name").fill("Ada Byron");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.locator('[name="message"]').fill("Hello again");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(form.locator('[data-toast="good"]')).toBeVisible();
  expect(await tracked(page)).toEqual([{ event: "generate_lead", form: "contact", page: "/contact" }]);
  await page.reload();
  await expect(form.locator('[data-toast="good"]')).toBeVisible();
  expect(await tracked(page)).toEqual([]);
});
