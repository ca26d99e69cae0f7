import type { Browser } from "@playwright/test";

/** Lighthouse's `mobileSlow4G` throttling for DevTools, in milliseconds and bytes per second. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375, offline: false };
const CPU_SLOWDOWN = 4;

/** LCP in ms, the tag of the largest element, and the sum of layout shifts. */
export type Measured = { lcp: number; largest: string; shift: number };

/** Measures a page load with an empty cache on a slow phone (by default, the one Lighthouse emulates). */
export async function measureSlow4g(
  browser: Browser,
  url: string,
  phone = { width: 412, height: 823, deviceScaleFactor: 1.75 },
): Promise<Measured> {
  const { deviceScaleFactor, ...viewport } = phone;
  const context = await browser.newContext({ viewport, deviceScaleFactor });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "networkidle" });
  const measured = await page.evaluate(
    () =>
      new Promise<Measured>((resolve) => {
        const found = { lcp: 0, largest: "", shift: 0 };
        new PerformanceObserver((list) => {
          for (const one of list.getEntries()) found.shift += (one as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as { startTime: number; element?: Element } | undefined;
          found.lcp = last?.startTime ?? found.lcp;
          found.largest = last?.element?.tagName.toLowerCase() ?? found.largest;
          setTimeout(resolve, 100, found);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await context.close();
  return measured;
}
