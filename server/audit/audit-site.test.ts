import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scoreOf } from "../../app/features/audit/result.ts";
import {
  goodPage,
  GOOD_HEADERS as HEADERS,
  openWebsites,
  type Website,
} from "../../tests/support/websites.ts";
import { auditSite } from "./audit-site.ts";

const websites: Record<string, Website> = {};
let net: Awaited<ReturnType<typeof openWebsites>>;
beforeAll(async () => {
  net = await openWebsites(websites);
});
afterAll(() => net.close());

const audit = (website: string) =>
  auditSite(website, { siteUrl: "https://own.example.org", network: net.network });
/** Audits a website that answers like this, and like a good one otherwise. */
let sites = 0;
const auditOf = (website: Website) => {
  const name = `s${++sites}`;
  websites[name] = website;
  return audit(`${name}.site.test`);
};
/** All that did not pass, and why: state and value. */
const oddOf = ({ findings }: Awaited<ReturnType<typeof audit>>) =>
  Object.fromEntries(
    findings
      .filter(({ state }) => state !== "pass" && state !== "note")
      .map(({ id, state, value }) => [id, state === "unchecked" ? value.why : [state, value]]),
  );

describe("a good website", () => {
  test("passes every rule, and has the full score", async () => {
    const result = await audit("site.test");
    expect(oddOf(result)).toEqual({});
    expect(scoreOf(result).overall).toBe(100);
    expect(result).toMatchObject({
      ...{ url: "https://site.test/", host: "site.test", finalUrl: "https://site.test/", trouble: null },
      ...{ title: "Fresh bread in Leeds | Ada’s Bakery", h1: "Fresh bread in Leeds" },
      description: expect.stringMatching(/^Ada bakes/),
    });
    // All rules but the one on other languages and the note on retired data.
    expect(result.findings).toHaveLength(36);
  });

  test("is asked for each address once, by a program that says its name", async () => {
    net.asked.length = 0;
    await audit("site.test");
    const agent = "SEOProZoneAudit/1.0 (+https://own.example.org/audit-method)";
    expect(net.asked.toSorted().map((one) => one.replace(/page-\w+/, "page"))).toEqual(
      [
        ...["http://site.test/", "https://site.test/", "https://www.site.test/"],
        ...["https://site.test/robots.txt", "https://site.test/sitemap.xml"],
        ...["https://site.test/audit-missing-page", "https://site.test/contact", "https://site.test/prices"],
      ]
        .toSorted()
        .map((address) => `${address} ${agent}`),
    );
  });
});

describe("a website that hides its page from search engines", () => {
  test("by a robots meta tag", async () => {
    const result = await auditOf(({ path, host, scheme }) =>
      path === "/" && scheme === "https"
        ? {
            headers: HEADERS,
            body: goodPage(host, { head: '<meta name="robots" content="NOINDEX, follow">' }),
          }
        : undefined,
    );
    expect(oddOf(result)).toEqual({ indexable: ["fail", { where: "meta", text: "NOINDEX, follow" }] });
    expect(scoreOf(result).overall).toBe(39);
  });
});
