// What browser tests find at fault on a page as it is now.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * How states of the panel are looked at: on a small phone in the light and on a desk in the dark. `TEST_LOOKS=all` looks at each size in
 * each theme.
 */
export const LOOKS = (
  [
    ["light", 320],
    ["dark", 1280],
    ["dark", 320],
    ["light", 1280],
  ] as const
).slice(0, process.env.TEST_LOOKS === "all" ? 4 : 2);

/** Everything takes its place at once; else what waits for its layout (pages/layout.below.css) hides what it is like. */
export const layOutAll = (page: Page) =>
  page.evaluate(() => {
    document.styleSheets[0]?.insertRule("* { content-visibility: visible !important }");
  });

/**
 * What axe finds, each rule with the elements that break it.
 * @param within a selector of the only part to look at
 */
export async function findAxeFaults(page: Page, within?: string): Promise<string[]> {
  await layOutAll(page);
  // Axe itself is half a megabyte of script: a page that has it keeps it.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? ";" : undefined;
  // Only faults are told in full, and nothing is fetched or opened for frames of other sites: there are none.
  const options = { resultTypes: ["violations" as const], preload: false, iframes: false };
  const axe = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Axe finds nothing and nothing is wider than the screen; the test goes on, so that every fault is told. */
export async function expectNoFaults(page: Page, where: string) {
  expect.soft(await findAxeFaults(page), where).toEqual([]);
  const [whole, seen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as const);
  expect.soft(whole, where).toBe(seen);
}

/** The widths, in pixels, at which something is wider than the window; the last one stays. */
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
