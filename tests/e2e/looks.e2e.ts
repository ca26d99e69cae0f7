import { expect } from "@playwright/test";
import { BUILT_IN_LOOK, LOOK_NAMES } from "../../app/features/settings/looks.ts";
import { expectNoFaults, findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";

const ADDRESSES = [
  "/",
  "/services",
  "/services/local-seo",
  "/case-studies",
  "/blog",
  "/about",
  "/team",
  "/contact",
];

test.afterEach(() => query("delete from website_settings where setting_key = 'look'"));

for (const look of LOOK_NAMES.filter((name) => name !== BUILT_IN_LOOK))
  test(`the look ${look} fits every width, loads its font and violates no axe rule`, async ({ page }) => {
    await query("insert into website_settings (setting_key, setting_value) values ('look', $1)", [look]);
    const isShown = async () => {
      await page.goto("/");
      return page.locator("html").getAttribute("class");
    };
    await expect.poll(isShown).toContain(`look-${look}`);
    for (const address of ADDRESSES) {
      await page.goto(address);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findSidewaysScroll(page), `${address}, ${width} px`).toEqual([]);
        await expectNoFaults(page, `${look}, ${address}, ${width} px`);
      }
    }
    const family = look === "journal" ? "Newsreader" : "Figtree";
    expect(await page.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(family);
    expect(
      await page.evaluate(
        (name) => document.fonts.load(`700 20px ${name}`).then((all) => all.length),
        family,
      ),
    ).toBe(1);
  });
