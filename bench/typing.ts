// How long a key takes in the blog editor, from its press until the letter is painted, in a post of 10,000 words;
// as the yardstick the same in a post of 100 words. The goal is 50 ms at the 95th percentile.
import { chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, ensureBrowser } from "../tests/support/browser.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { ms, percentile, say } from "./times.ts";

const WARM_UP = 20;
const KEYS = 200;
/** A fast writer's pace; a key that takes longer makes the next one wait, which counts. */
const PAUSE_MS = 60;

const site = await openSite({ ADMIN_PASSWORD, SEED: "none" });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_FLAGS });
try {
  const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  await page.goto(PANEL);
  await page.getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/dashboard/);
  const short = await measure(page, 100);
  const long = await measure(page, 10_000);
  print("in a post of 100 words", short);
  print("in a post of 10,000 words", long);
  const ratio = (percentile(long, 0.95) / percentile(short, 0.95)).toFixed(2);
  say(`10,000 to 100 words, 95th percentile: ${ratio}`);
} finally {
  await browser.close();
  await site.close();
}

/** @returns milliseconds of each key */
async function measure(page: Page, words: number): Promise<number[]> {
  await page.goto(`${PANEL}/blog?add=1`);
  await page.locator('form[data-form="blog-post"] [name="title"]').fill(`A post of ${words} words`);
  await page.locator('form[data-form="blog-post"] [name="content"]').fill(postOf(words));
  const editor = page.getByRole("textbox", { name: "Content", exact: true });
  await page.getByText(`${words.toLocaleString("en-US")} words`, { exact: true }).waitFor();
  await editor.locator("p").nth(2).click();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        // The message comes after the frame that shows the letter.
        const painted = new MessageChannel();
        painted.port1.onmessage = () => times.push(performance.now() - timeStamp);
        requestAnimationFrame(() => painted.port2.postMessage(null));
      },
      { capture: true },
    );
  });
  const text = "Search engines read what people read. ";
  for (let typed = 0; typed < WARM_UP + KEYS; typed++) {
    await page.keyboard.press(text[typed % text.length] ?? " ");
    await page.waitForTimeout(PAUSE_MS);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  page.once("dialog", (dialog) => dialog.accept());
  return times.slice(WARM_UP);
}

/** Headings, paragraphs, lists and links, as posts have them. */
function postOf(words: number): string {
  const paragraph = (count: number) => Array.from({ length: count }, (_, i) => `word${i % 97}`).join(" ");
  // A part has 100 words: 4 in the heading, 80 and 6 in paragraphs, 10 in the list.
  const part = `<h2>${paragraph(4)}</h2><p>${paragraph(80)}</p><p>${paragraph(5)} <a href="/contact">link</a></p><ul><li>${paragraph(5)}</li><li>${paragraph(5)}</li></ul>`;
  return part.repeat(words / 100);
}

function print(where: string, times: number[]) {
  const at = (share: number) => ms(percentile(times, share));
  say(`${times.length} keys ${where}: median ${at(0.5)}, 95th percentile ${at(0.95)}, slowest ${at(1)}`);
}
