// Times the panel: the script it loads, the first paint of the dashboard, and each key in a post of 10,000 words.
import { type Browser, chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { median, percentile, say } from "./times.ts";

const VISITS = 11;
const KEYS = 100;
const WORDS = 10_000;
const GOAL_KEY_MS = 50;

declare global {
  var keys: number[];
}

const site = await openSite({ ADMIN_PASSWORD: "bench-password-1" });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await logIn(page);
  await timeDashboard(browser, await page.context().storageState());
  await timeKeys(page);
} finally {
  await browser.close();
  await site.close();
}
process.exit(0);

async function logIn(page: Page) {
  await page.goto(site.url + PANEL);
  await page.fill("[name=password]", "bench-password-1");
  await page.press("[name=password]", "Enter");
  await page.waitForURL(/dashboard/);
}

/** Opens the dashboard with an empty cache each time. */
async function timeDashboard(
  browser: Browser,
  storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>,
) {
  const paints: number[] = [];
  let script = 0;
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.url}${PANEL}/dashboard`, { waitUntil: "load" });
    await page.locator(".adm[data-ready]").waitFor();
    const [paint, bytes] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    ]);
    paints.push(paint!);
    script = bytes!;
    await context.close();
  }
  say(
    `Dashboard: first paint ${Math.round(median(paints))} ms, script ${script.toLocaleString("en-US")} bytes`,
  );
}

/** Types at the end of a long post and waits for the frame after each key. */
async function timeKeys(page: Page) {
  await page.goto(`${site.url}${PANEL}/blog?add=1`);
  const editor = page.locator(".rte [contenteditable]").first();
  await editor.waitFor();
  await page.locator("[name=title]").fill("A long post");
  const paragraphs = Array.from({ length: WORDS / 100 }, (_, i) => `<p>${`word${i} `.repeat(100)}</p>`).join(
    "",
  );
  await editor.evaluate((element, html) => {
    const data = new DataTransfer();
    data.setData("text/html", html);
    (element as HTMLElement).focus();
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, paragraphs);
  await page.locator(".rte__f", { hasText: "10,000 words" }).waitFor();
  await editor.press("ControlOrMeta+End");
  await page.evaluate(() => {
    globalThis.keys = [];
    addEventListener(
      "keydown",
      () => {
        const start = performance.now();
        requestAnimationFrame(() => setTimeout(() => globalThis.keys.push(performance.now() - start)));
      },
      { capture: true },
    );
  });
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press("abcdefghij".charAt(key % 10));
    await page.waitForFunction((count) => globalThis.keys.length > count, key);
  }
  const keys = await page.evaluate(() => globalThis.keys);
  say(
    `A key in a post of ${WORDS.toLocaleString("en-US")} words: ${median(keys).toFixed(1)} ms, 95th percentile ${percentile(keys, 0.95).toFixed(1)} ms (goal: ${GOAL_KEY_MS})`,
  );
}
