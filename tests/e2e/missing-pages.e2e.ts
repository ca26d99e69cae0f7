// SPEC 2 and 8, decision 0035.12.
import { expect } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query, without } from "../support/e2e-database.ts";

for (const [address, heading, text, back] of [
  ["/case-studies/nobody", "Case Study Not Found", "Case study not found", "/case-studies"],
  ["/blog/nobody", "Post Not Found", "The blog post you're looking for doesn't exist.", "/blog"],
] as const) {
  test(`${address} shows "${heading}", "${text}" and a back link`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("main")).toContainText(text);
    await page.getByRole("main").locator(`a[href="${back}"]`).first().click();
    await expect(page).toHaveURL(back);
  });
}

for (const address of ["/no/such/page", "/services/shopify-seo", "/newsletter/forget/me"]) {
  test(`${address} shows "Oops! Page not found" with a link home and logs the path`, async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/not found/i);
    await expect(page.getByRole("main")).toContainText("Oops! Page not found");
    await expect.poll(() => logged.join()).toContain(address);
    await page.getByRole("main").locator('a.btn[href="/"]').click();
    await expect(page).toHaveURL("/");
  });
}

test('an unreadable case study shows "Failed to fetch case study" and a retry link', async ({ page }) => {
  // A new slug, so the page isn't cached.
  const slug = `never-asked-for-${Date.now()}`;
  await query(
    `insert into case_studies (title, slug, client, industry, industry_id, result, challenge, solution, published)
       select 'Never asked for', '${slug}', 'Ada', name, id, '+10%', '<p>Before.</p>', '<p>After.</p>', true
       from industries limit 1`,
  );
  const address = `/case-studies/${slug}`;
  await without("case_studies", async () => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(503);
    expect(response?.headers()["retry-after"]).toBe("5");
    await expect(page.getByRole("main")).toContainText("Failed to fetch case study");
  });
  await page.getByRole("main").locator(`a[href="${address}"]`).click();
  await expect(page.getByRole("heading", { name: "The Challenge" })).toBeVisible();
  await query("delete from case_studies where slug = $1", [slug]);
});
