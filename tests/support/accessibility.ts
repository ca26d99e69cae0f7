import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Themes and widths for the panel's checks. `TEST_LOOKS=all` adds two combinations. */
const LOOKS = (
  [
    ["light", 320],
    ["dark", 1280],
    ["dark", 320],
    ["light", 1280],
  ] as const
).slice(0, process.env.TEST_LOOKS === "all" ? 4 : 2);

/** Lays out content below the fold, which axe otherwise skips (`content-visibility` in pages/layout.below.css). */
export const layOutAll = (page: Page) =>
  page.evaluate(() => {
    document.styleSheets[0]?.insertRule("* { content-visibility: visible !important }");
  });

/**
 * Returns axe's violations with their elements.
 * @param within a selector that limits the check
 */
export async function findAxeFaults(page: Page, within?: string): Promise<string[]> {
  await layOutAll(page);
  // Axe is 500 kB of script, so load it once per page.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? ";" : undefined;
  // Skips preloading and frames, because no frame shows another site.
  const options = { resultTypes: ["violations" as const], preload: false, iframes: false };
  const axe = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Expects no axe violations and no overflow. Soft assertions report every error. */
export async function expectNoFaults(page: Page, where: string) {
  expect.soft(await findAxeFaults(page), where).toEqual([]);
  const [whole, seen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as const);
  expect.soft(whole, where).toBe(seen);
}

/** Expects no axe violations and no overflow in the panel, on a phone in light colors and a desktop in dark ones. */
export async function expectNoFaultsInLooks(page: Page, where: string) {
  for (const [theme, width] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator("html").evaluate((html, theme) => {
      html.dataset.theme = theme;
    }, theme);
    await expectNoFaults(page, `${where} (${theme}, ${width} px)`);
  }
}

/**
 * Returns the window widths that the page overflows, each with the page's own width, in pixels. Leaves the window at
 * the last width.
 */
export async function findSidewaysScroll(page: Page, widths = [320, 375, 768, 1280]): Promise<string[]> {
  const wide: string[] = [];
  await layOutAll(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const [whole, seen] = await page
      .locator("html")
      .evaluate((html) => [html.scrollWidth, html.clientWidth] as const);
    if (whole > seen) wide.push(`${width}: ${whole}`);
  }
  return wide;
}
