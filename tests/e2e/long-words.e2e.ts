import { expect } from "@playwright/test";
import { findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";

const WIDTHS = [320, 480, 768, 1024, 1120, 1280];
const NAME = "Northlight Search Marketing of New York";
const PHONE = "+1 (800) 555-0142 x9";
const LONG = "Rechtsschutzversicherungsgesellschaftenvergleichsportalebau";
const SLUG = "long-words";

test.beforeAll(async () => {
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, content_type)
     values ('header', 'brand', 'logo_text', $1, 'text'), ('footer', 'about', 'title', $1, 'text')`,
    [NAME],
  );
  await query(
    `insert into website_settings (setting_key, setting_value) values ('phone_number', $1)
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    [PHONE],
  );
  await query("insert into industries (name) values ($1)", [LONG]);
  await query(
    `insert into case_studies (title, client, industry, industry_id, result, duration, challenge, solution, slug, published, testimonial, client_name)
     select $1, $1, name, id, $1, $1, '<p>' || $1 || '</p>', '<p>' || $1 || '</p>', $2, true, $1, $1 from industries where name = $1`,
    [LONG, SLUG],
  );
  await query(
    `insert into blog_posts (title, slug, excerpt, content, author, category, published)
     values ($1, $2, $1, '<h2>' || $1 || '</h2><p>' || $1 || '</p>', $1, $1, true)`,
    [LONG, SLUG],
  );
});

test.afterAll(async () => {
  await query("delete from website_content where content_value = $1", [NAME]);
  await query(
    "update website_settings set setting_value = '(212) 555-0142' where setting_key = 'phone_number'",
  );
  await query("delete from case_studies where slug = $1", [SLUG]);
  await query("delete from industries where name = $1", [LONG]);
  await query("delete from blog_posts where slug = $1", [SLUG]);
});

const PAGES = [
  "/",
  "/services",
  "/services/local-seo",
  "/case-studies",
  `/case-studies?industry=${LONG.toLowerCase()}`,
  `/case-studies?industry=unknown-${LONG.toLowerCase()}`,
  `/case-studies/${SLUG}`,
  "/blog",
  `/blog/${SLUG}`,
  "/about",
  "/team",
  "/contact",
  "/sitemap",
  `/no-such-page-${LONG}`,
];

test("very long names, phone numbers and words cause no horizontal scrolling", async ({ page }) => {
  for (const address of PAGES) {
    await page.goto(address);
    expect(await findSidewaysScroll(page, WIDTHS), address).toEqual([]);
  }
});

test("links that don't fit next to a long name are in the menu, whose button stays clickable", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1120, height: 800 });
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
  await expect(page.locator(".nav")).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator(".nav")).toBeVisible();
  await expect(page.locator(".header__cta")).toBeInViewport({ ratio: 1 });
  await page.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  for (const width of [320, 360, 412]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findSidewaysScroll(page, [width])).toEqual([]);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.locator("#menu")).toBeVisible();
    await page.keyboard.press("Escape");
  }
});
