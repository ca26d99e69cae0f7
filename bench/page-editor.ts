// Times the page editor: from the click to the caret, and from Enter to the acknowledged save.
import { chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { median, percentile, say } from "./times.ts";

const ROUNDS = 5;
const GOALS = { caret: 100, saved: 300 };

declare global {
  var times: { caret: number[]; saved: number[] };
}

const site = await openSite({ ADMIN_PASSWORD: "bench-password-1" });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(site.url + PANEL);
  await page.fill("[name=password]", "bench-password-1");
  await page.press("[name=password]", "Enter");
  await page.waitForURL(/dashboard/);
  const [caret, saved]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${site.url}${PANEL}/edit-page?path=/about`);
    await page.locator(".pe__text").first().waitFor();
    await page.evaluate(takeTimes);
    await editTexts(page, round);
    const times = await page.evaluate(() => globalThis.times);
    caret!.push(...times.caret);
    saved!.push(...times.saved);
  }
  report("From the click to the frame with the caret", caret!, GOALS.caret);
  report("From Enter to “Draft saved”", saved!, GOALS.saved);
} finally {
  await browser.close();
  await site.close();
}
process.exit(0);

/** Measures inside the page, to exclude Playwright's own delay. */
function takeTimes() {
  const times = { caret: [] as number[], saved: [] as number[] };
  globalThis.times = times;
  const shown = document.querySelector("iframe")!.contentDocument!;
  const view = shown.defaultView!;
  let pressedAt = 0;
  let enteredAt = 0;
  const on = (name: string, listener: (event: Event) => void) =>
    shown.addEventListener(name, listener, { capture: true });
  on("pointerdown", ({ timeStamp }) => {
    pressedAt = timeStamp;
  });
  on("focusin", () =>
    view.requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => times.caret.push(view.performance.now() - pressedAt);
      painted.port2.postMessage(null);
    }),
  );
  on("keydown", (event) => {
    if ((event as KeyboardEvent).key === "Enter") enteredAt = performance.now();
  });
  const status = document.querySelector(".pe__publish [role=status]")!;
  const changed = () => {
    if (!enteredAt || !status.textContent?.startsWith("Draft saved.")) return;
    times.saved.push(performance.now() - enteredAt);
    enteredAt = 0;
  };
  new MutationObserver(changed).observe(status, { childList: true, characterData: true, subtree: true });
}

async function editTexts(page: Page, round: number) {
  const texts = page.frameLocator("iframe").locator(".why p[data-edit], main p.lead[data-edit]");
  for (let i = 0; i < (await texts.count()); i++) {
    await texts.nth(i).click();
    await page.keyboard.press("End");
    await page.keyboard.type(` ${round}`);
    const saved = page.waitForFunction((count) => globalThis.times.saved.length === count, i + 1);
    await page.keyboard.press("Enter");
    await saved;
  }
}

function report(what: string, times: readonly number[], goal: number) {
  const [middle, most] = [median(times), percentile(times, 0.95)];
  say(
    `${what}: median ${middle.toFixed(0)} ms, 95th percentile ${most.toFixed(0)} ms of ${times.length} (goal ${goal})`,
  );
}
