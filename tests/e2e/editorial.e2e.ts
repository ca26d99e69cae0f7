import { expect, type Page, type Route } from "@playwright/test";
import { test } from "../support/browser-test.ts";

const POST = "/blog/core-web-vitals-in-2026-a-plain-english-guide-to-inp-lcp-and-cls";
const CASE_STUDY = "a.btn[href^='/case-studies/']";

const results = (page: Page) => page.locator("[data-results] > article");

test("'Load More Articles' adds 6 posts in place, focuses the first and says how many are shown", async ({
  page,
}) => {
  await page.goto("/blog");
  await expect(results(page)).toHaveCount(6);
  const more = page.locator("[data-more] button");
  const held = Promise.withResolvers<Route>();
  await page.route("**/blog?page=2", (route) =>
    route.request().isNavigationRequest() ? route.continue() : held.resolve(route),
  );
  await more.click();
  await expect(more).toHaveText("Loading blog posts...");
  await (await held.promise).continue();
  await expect(results(page)).toHaveCount(11);
  await expect(page.getByRole("status")).toHaveText("11 of 11 recent posts");
  await expect(more).toBeHidden();
  await expect(results(page).nth(6).getByRole("link")).toBeFocused();
  await expect(page).toHaveURL("/blog");
});

test("if more posts can't be loaded, the next page opens", async ({ page }) => {
  await page.goto("/blog");
  await page.route("**/blog?page=2", (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
  await page.getByRole("button", { name: "Load More Articles" }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(results(page)).toHaveCount(5);
});

test("a post's table of contents links to its sections and marks the current one", async ({ page }) => {
  await page.goto(POST);
  const contents = page.getByRole("navigation", { name: "In this article" });
  // The current section is marked only after the first interaction.
  await page.mouse.wheel(0, 1);
  await expect(contents.locator("[aria-current]")).toHaveText("The Three Numbers");
  await contents.getByRole("link", { name: "Does It Matter for Rankings?" }).click();
  await expect(page.getByRole("heading", { name: "Does It Matter for Rankings?" })).toBeInViewport();
  await expect(contents.locator("[aria-current]")).toHaveText("Does It Matter for Rankings?");
});

test("on a phone, a post's tables of two or three columns fit, and its numbers are set like its text", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/blog?page=2");
  const posts = await page
    .locator('main a[href^="/blog/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  for (const post of new Set(posts)) {
    await page.goto(post);
    const tables = page.locator(".scroll-x:not(:has(tr > :nth-child(4)))");
    for (const table of await tables.all()) {
      await expect(table).toHaveJSProperty("scrollWidth", await table.evaluate((one) => one.clientWidth));
    }
    for (const list of await page.locator(".prose ol").all()) {
      const figures = (one: Element) =>
        getComputedStyle(one.firstElementChild!, "::marker").fontVariantNumeric;
      expect(await list.evaluate(figures)).toBe("normal");
    }
  }
});

test("printed posts and case studies contain the text, but no controls", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/case-studies");
  const study = (await page.locator(CASE_STUDY).first().getAttribute("href")) ?? "";
  for (const address of [POST, study]) {
    await page.goto(address);
    // Browsers fire this event before they print.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main .prose").first()).toBeVisible();
    for (const gone of [".header", ".topbar", ".footer", "main .btn", ".toc", ".cta", ".finish", ".back"]) {
      for (const one of await page.locator(gone).all()) await expect(one).toBeHidden();
    }
  }
  await expect(page.locator(".kr")).toBeVisible();
});
