import { expect } from "@playwright/test";
import { expectNoFaults, findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { ABSENT, findPages } from "../support/site-pages.ts";

/** The part of a URL that pages of one kind, such as articles, share: they differ only in their words. */
const kindOf = (address: string) =>
  /^\/(blog|case-studies|services)\/|\?industry=(?!no-such)/.exec(address)?.[0] ?? address;

// `tests/http/every-page.test.ts` checks the same pages' HTML.
const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`no page scrolls sideways or logs to the console, and no kind of page violates an axe rule (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`${page.url()}: ${message.type()} ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // After the load, each page fetches its full style sheet, which leaving the page may cancel.
      if (reason !== "net::ERR_ABORTED") troubles.push(`${page.url()}: ${request.url()} failed: ${reason}`);
    });

    const pages = await findPages();
    const firstOfKind = new Set(
      new Map(pages.toReversed().map((address) => [kindOf(address), address])).values(),
    );
    for (const address of pages.filter((_, index) => index % PARTS === part)) {
      const response = await page.goto(address, { waitUntil: "load" });
      expect(response?.status(), address).toBe(ABSENT.includes(address) ? 404 : 200);
      expect(await findSidewaysScroll(page), address).toEqual([]);
      if (!firstOfKind.has(address)) continue;
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoFaults(page, `${address}, ${width} px`);
      }
    }
    expect(troubles.filter((text) => !/status of 404|\/no-such-page|\/blog\/nobody/.test(text))).toEqual([]);
  });
}
