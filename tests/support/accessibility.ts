// What browser tests find at fault on a page as it is now.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * What axe finds, each rule with the elements that break it.
 * @param within a selector of the only part to look at
 */
export async function findAxeFaults(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
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
