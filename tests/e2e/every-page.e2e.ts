import { expect } from "@playwright/test";
import { expectNoFaults, findSidewaysScroll } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { E2E_URL } from "../support/e2e.ts";

/** URLs that aren't in the sitemap. For a 404, the browser logs the status and the site logs the path (SPEC 2). */
const ABSENT = ["/no-such-page", "/blog/nobody"];
const MORE = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
  ...ABSENT,
];

/** Returns the URLs of all pages as installed. `tests/http/every-page.test.ts` checks their HTML. */
async function findPages(): Promise<string[]> {
  const xml = await (await fetch(`${E2E_URL}/sitemap.xml`)).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => address.replace(E2E_URL, "") || "/",
  );
  expect(listed.length).toBeGreaterThan(40);
  return [...listed, ...MORE];
}

/** The part of a URL that pages of one kind, such as articles, share: they differ only in their words. */
const kindOf = (address: string) =>
  /^\/(blog|case-studies|services)\/|\?industry=(?!no-such)/.exec(address)?.[0] ?? address;

const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`no page scrolls sideways or logs to the console, and no kind of page violates an axe rule (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`${page.url()}: ${message.type()} ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
    page.on("requestfailed", (request) => troubles.push(`${page.url()}: ${request.url()} failed`));

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
