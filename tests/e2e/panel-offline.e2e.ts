// SPEC 8, decision 0035.31.
import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { PANEL } from "../support/owner.ts";
import { fieldOf, openDashboard, openPanel, save, tab, toast, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.61" } });

const FETCHED: [tab: string, ...toasts: string[]][] = [
  ["Pages", "Failed to fetch page content", "Failed to fetch page SEO data"],
  ["Content", "Failed to fetch content"],
  ["Cases", "Failed to fetch case studies"],
  ["Industries", "Failed to fetch industries"],
  ["Blog", "Failed to fetch blog posts"],
  ["Settings", "Failed to fetch settings"],
  ["Enquiries", "Failed to fetch enquiries"],
  ["Redirects", "Failed to fetch redirects"],
  ["Media", "Failed to fetch images"],
];

const DATA = `**${PANEL}/*.data*`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Makes GET requests fail and lets posts through. */
const breakReads = (page: Page) =>
  page.route(DATA, (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));

test("if a tab can't be loaded, the current one stays, and a toast names what failed and why", async ({
  page,
}) => {
  await openDashboard(page);
  await page.locator(".adm[data-preloaded]").waitFor();
  const open = async ([name, ...toasts]: (typeof FETCHED)[number], reason: string) => {
    await tab(page, name).click();
    for (const words of toasts) await expect(toast(page, words)).toBeVisible();
    await expect(toast(page, reason).first()).toBeVisible();
    await expect(heading(page, "Dashboard")).toBeVisible();
    await expect(tab(page, "Dashboard")).toHaveAttribute("aria-selected", "true");
  };
  await page.context().setOffline(true);
  for (const one of FETCHED.slice(2)) await open(one, "You're offline. Nothing on your screen is lost.");
  await page.context().setOffline(false);
  await breakReads(page);
  await open(FETCHED[0]!, "We couldn't reach the site. Nothing on your screen is lost.");
  await page.unroute(DATA);
  await page.route(DATA, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  await open(
    FETCHED[1]!,
    "Something went wrong on the server. Nothing on your screen is lost. Try again in a minute.",
  );
  await expect(page).toHaveURL(new RegExp(`${PANEL}/dashboard$`));
  await page.unroute(DATA);
  await tab(page, "Blog").click();
  await expect(heading(page, "Blog posts")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Dashboard")).toBeVisible();
});

test("a failed search keeps the results, and if the connection drops right after a save, the form closes", async ({
  page,
}) => {
  await openPanel(page, "/industries");
  const rows = page.getByRole("row");
  const count = await rows.count();
  await breakReads(page);
  await page.getByRole("searchbox").fill("no such industry");
  await expect(toast(page, "Failed to fetch industries")).toBeVisible();
  await expect(rows).toHaveCount(count);
  await expect(page).toHaveURL(new RegExp(`${PANEL}/industries$`));
  await page.unroute(DATA);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page, "Failed to fetch industries")).toBeHidden();

  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const name = fieldOf(page, "industry", "name");
  const before = await name.inputValue();
  await fieldOf(page, "industry", "description").fill(unique("Described"));
  await breakReads(page);
  await save(page);
  await expect(toast(page, "Industry updated successfully")).toBeVisible();
  await expect(toast(page, "Failed to fetch industries")).toBeVisible();
  await expect(name).toBeHidden();
  await expect(page.getByRole("button", { name: `Edit ${before}` })).toBeVisible();
});

test("what's typed stays while the page can't be reloaded", async ({ page }) => {
  await openPanel(page, "/settings");
  const typed = page.locator("[name=site_description]");
  await typed.fill("Typed while the connection broke");
  await breakReads(page);
  await page
    .locator("form", { has: typed })
    .getByRole("button", { name: "Save Settings and publish" })
    .click();
  await expect(toast(page, "Settings saved successfully")).toBeVisible();
  await expect(toast(page, "Failed to fetch settings")).toBeVisible();
  await expect(typed).toHaveValue("Typed while the connection broke");
});

test("a failed Back navigation adds no duplicate history entries", async ({ page }) => {
  await openDashboard(page);
  await page.locator(".adm[data-preloaded]").waitFor();
  await tab(page, "Blog").click();
  await expect(heading(page, "Blog posts")).toBeVisible();
  await tab(page, "Industries").click();
  await expect(heading(page, "Industries")).toBeVisible();
  await breakReads(page);
  await page.evaluate(() => history.go(-2));
  await expect(
    toast(page, "We couldn't reach the site. Nothing on your screen is lost.").first(),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PANEL}/industries$`));
  await expect(heading(page, "Industries")).toBeVisible();

  await page.unroute(DATA);
  await page.goBack();
  await expect(heading(page, "Blog posts")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Dashboard")).toBeVisible();
  await page.evaluate(() => history.go(2));
  await expect(heading(page, "Industries")).toBeVisible();
});
