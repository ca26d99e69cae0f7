import { expect, type Page, test } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { findAxeFaults, findSidewaysScroll } from "../support/accessibility.ts";
import { E2E_URL } from "../support/e2e.ts";

/** URLs that aren't in the sitemap. */
const MORE = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
];
const ABSENT = ["/no-such-page", "/blog/nobody"];

// React generates the markup, so formatting rules are off.
const checker = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: Object.fromEntries(
    ["void-style", "no-trailing-whitespace", "long-title", "doctype-style", "no-inline-style"]
      .concat(["attribute-boolean-style", "attribute-empty-style"])
      .map((rule) => [rule, "off"]),
  ),
});

async function listedInSitemap(): Promise<string[]> {
  const xml = await (await fetch(`${E2E_URL}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => address.replace(E2E_URL, "") || "/",
  );
}

/** Runs axe at desktop width and, for one page of each kind, at phone width. */
async function findFaultsOfLook(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  const kind = /^\/(blog|case-studies)\//.exec(address)?.[1] ?? address;
  for (const width of seenOnPhone.has(kind) ? [1280] : [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await findAxeFaults(page)).map((fault) => `${width} px: ${fault}`));
  }
  seenOnPhone.add(kind);
  return faults;
}
const seenOnPhone = new Set<string>();

const contentOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content") ?? ""));

test("every page has valid HTML, working links, a clean console and no axe violations", async ({ page }) => {
  // About sixty pages, each at four widths.
  test.setTimeout(1_800_000);
  const troubles: string[] = [];
  page.on("console", (message) => troubles.push(`${page.url()}: ${message.type()} ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => troubles.push(`${page.url()}: ${request.url()} failed`));

  const listed = await listedInSitemap();
  expect(listed.length).toBeGreaterThan(40);
  // The lists for all industries have the same kind of cards, so axe checks only one list.
  const lists = listed.filter((address) => address.includes("?industry="));
  const unique = { title: new Map<string, string>(), description: new Map<string, string>() };
  const linked = new Map<string, string>();
  for (const address of [...listed, ...MORE]) {
    const response = await page.goto(address, { waitUntil: "load" });
    expect(response?.status(), address).toBe(200);
    expect(await findSidewaysScroll(page), address).toEqual([]);
    if (!lists.slice(1).includes(address)) expect(await findFaultsOfLook(page, address), address).toEqual([]);
    await expect(page.locator("h1"), address).toHaveCount(1);
    await expect(page.locator("main"), address).toHaveCount(1);
    await expect(page.locator("html"), address).toHaveAttribute("lang", "en");

    const head = {
      title: [await page.title()],
      description: await contentOf(page, 'meta[name="description"]'),
      keywords: await contentOf(page, 'meta[name="keywords"]'),
      robots: await contentOf(page, 'meta[name="robots"]'),
      "og:title": await contentOf(page, 'meta[property="og:title"]'),
      "og:description": await contentOf(page, 'meta[property="og:description"]'),
      "og:url": await contentOf(page, 'meta[property="og:url"]'),
      "og:image": await contentOf(page, 'meta[property="og:image"]'),
      "twitter:card": await contentOf(page, 'meta[name="twitter:card"]'),
      canonical: await page
        .locator('link[rel="canonical"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "")),
    };
    for (const [name, values] of Object.entries(head)) {
      expect(values, `${name} of ${address}`).toEqual([expect.stringMatching(/\S/)]);
    }
    if (listed.includes(address)) {
      expect(head.canonical, address).toEqual([E2E_URL + (address === "/" ? "/" : address)]);
      expect(head.robots[0], address).toMatch(/^index/);
      for (const name of ["title", "description"] as const) {
        const value = head[name][0] ?? "";
        expect(unique[name].get(value), `the ${name} of ${address} is also that of`).toBeUndefined();
        unique[name].set(value, address);
      }
    }

    const html = (await response?.text()) ?? "";
    const { results } = await checker.validateString(html);
    const wrong = results.flatMap(({ messages }) =>
      messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
    );
    expect(wrong, address).toEqual([]);
    for (const block of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(JSON.parse(block), address).toHaveProperty("@context", "https://schema.org");
    }

    const found = await page.evaluate(() => ({
      links: [...document.querySelectorAll("a[href]")].map((link) => (link as HTMLAnchorElement).href),
      files: [
        ...[...document.querySelectorAll("img")].map((image) => image.src),
        ...[...document.querySelectorAll("link[href]")].map((link) => (link as HTMLLinkElement).href),
      ],
      targets: [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].filter(
        (link) => link.hash.length > 1 && !document.getElementById(decodeURIComponent(link.hash.slice(1))),
      ).length,
    }));
    expect(found.targets, `links within ${address} to nowhere`).toBe(0);
    for (const to of [...found.links, ...found.files, head["og:image"][0] ?? ""]) {
      if (to.startsWith(E2E_URL)) linked.set(to.replace(/#.*$/, ""), address);
    }
  }
  expect(troubles).toEqual([]);
  for (const address of ABSENT) {
    await page.goto(address);
    expect(await findSidewaysScroll(page), address).toEqual([]);
    expect(await findFaultsOfLook(page, address), address).toEqual([]);
  }
  // For a 404, the browser logs the status and the site logs the path (SPEC 2).
  expect(troubles.filter((text) => !/status of 404|\/no-such-page/.test(text))).toEqual([]);

  const broken: string[] = [];
  for (const [to, from] of linked) {
    const { status } = await fetch(to, { method: "HEAD" });
    if (status !== 200) broken.push(`${from} links to ${to}: ${status}`);
  }
  expect(broken).toEqual([]);
});
