// Accessibility and layout checks for browser tests.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Themes and widths to check the panel in: light on a small phone and dark on a desktop. `TEST_LOOKS=all` adds the
 * other two combinations.
 */
export const LOOKS = (
  [
    ["light", 320],
    ["dark", 1280],
    ["dark", 320],
    ["light", 1280],
  ] as const
).slice(0, process.env.TEST_LOOKS === "all" ? 4 : 2);

/**
 * Lays out everything at once. Otherwise axe can't see what's below the fold (`content-visibility` in
 * pages/layout.below.css).
 */
export const layOutAll = (page: Page) =>
  page.evaluate(() => {
    document.styleSheets[0]?.insertRule("* { content-visibility: visible !important }");
  });

/**
 * Returns what axe finds: each rule with the elements that break it.
 * @param within a selector that limits the check
 */
export async function findAxeFaults(page: Page, within?: string): Promise<string[]> {
  await layOutAll(page);
  // Axe is half a megabyte of script, so load it only once per page.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? ";" : undefined;
  // Reports only violations in full, and skips preloading and frames, since there are no frames of other sites.
  const options = { resultTypes: ["violations" as const], preload: false, iframes: false };
  const axe = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * Expects no axe violations and nothing wider than the screen. The assertions are soft, so the test reports every
 * error.
 */
export async function expectNoFaults(page: Page, where: string) {
  expect.soft(await findAxeFaults(page), where).toEqual([]);
  const [whole, seen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as const);
  expect.soft(whole, where).toBe(seen);
}

/** Returns the widths, in pixels, at which something is wider than the window. Leaves the window at the last width. */
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
