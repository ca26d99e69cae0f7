import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { decode, elementsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const { url } = await openTestSite({ SEED: "demo" });

/** URLs that aren't in the sitemap. */
const MORE = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
];

// React generates the markup, so formatting rules are off.
const checker = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: Object.fromEntries(
    ["void-style", "no-trailing-whitespace", "long-title", "doctype-style", "no-inline-style"]
      .concat(["attribute-boolean-style", "attribute-empty-style"])
      .map((rule) => [rule, "off"]),
  ),
});

const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => decode(address));
/** Differs from the URL that tests use. */
const { origin } = new URL(addresses[0]!);
const listed = addresses.map((address) => address.replace(origin, "") || "/");
const pages = [...listed, ...MORE].map((address) => ({ address }));

/** Returns an attribute's value in each tag that contains `having`. */
const valuesOf = (html: string, having: string, attribute: string) =>
  [...html.matchAll(/<(?:meta|link|a|img)\b[^>]*>/g)]
    .filter(([tag]) => tag.includes(having))
    .flatMap(([tag]) => decode(new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "") || []);

const unique = { title: new Map<string, string>(), description: new Map<string, string>() };
/** Each URL of ours that a page links to, with one page that does. */
const linked = new Map<string, string>();

test("the sitemap lists all sample pages", () => {
  expect(listed.length).toBeGreaterThan(40);
});

test.each(pages)("$address has valid HTML and a complete head of its own", async ({ address }) => {
  const response = await fetch(url + address, { redirect: "manual" });
  expect(response.status).toBe(200);
  const html = await response.text();
  const { results } = await checker.validateString(html);
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
    ),
  ).toEqual([]);
  for (const element of ["h1", "main", "title"]) expect(elementsOf(html, element), element).toHaveLength(1);
  expect(html).toMatch(/<html[^>]* lang="en"/);

  const head = {
    title: elementsOf(html, "title").map((title) => decode(title.replace(/<[^>]*>/g, ""))),
    canonical: valuesOf(html, 'rel="canonical"', "href"),
    ...Object.fromEntries(
      ["description", "keywords", "robots", "twitter:card"].map((name) => [
        name,
        valuesOf(html, `name="${name}"`, "content"),
      ]),
    ),
    ...Object.fromEntries(
      ["og:title", "og:description", "og:url", "og:image"].map((name) => [
        name,
        valuesOf(html, `property="${name}"`, "content"),
      ]),
    ),
  } as Record<string, string[]>;
  for (const [name, values] of Object.entries(head))
    expect(values, name).toEqual([expect.stringMatching(/\S/)]);
  if (listed.includes(address)) {
    expect(head.canonical).toEqual([origin + address]);
    expect(head.robots![0]).toMatch(/^index/);
    for (const name of ["title", "description"] as const) {
      const [value = ""] = head[name]!;
      expect(unique[name].get(value), `the other page with this ${name}`).toBeUndefined();
      unique[name].set(value, address);
    }
  }
  for (const block of elementsOf(html, "script", "application/ld+json"))
    expect(JSON.parse(block.replace(/^<[^>]*>|<\/script>$/g, ""))).toHaveProperty(
      "@context",
      "https://schema.org",
    );

  const links = valuesOf(html, "<a ", "href");
  for (const hash of links.filter((link) => /^#./.test(link)))
    expect(html, `the target of ${hash}`).toContain(`id="${decodeURIComponent(hash.slice(1))}"`);
  const files = [
    ...valuesOf(html, "<img ", "src"),
    ...valuesOf(html, "<link ", "href"),
    ...head["og:image"]!,
  ];
  for (const to of [...links, ...files]) {
    const { href } = new URL(to, origin + address);
    if (href.startsWith(`${origin}/`)) linked.set(href.replace(/#.*$/, "").replace(origin, url), address);
  }
});

test("every link and file of these pages works, without a redirect", async () => {
  expect(linked.size).toBeGreaterThan(100);
  const broken: string[] = [];
  for (const [to, from] of linked) {
    const { status } = await fetch(to, { method: "HEAD", redirect: "manual" });
    if (status !== 200) broken.push(`${from} links to ${to}: ${status}`);
  }
  expect(broken).toEqual([]);
});
