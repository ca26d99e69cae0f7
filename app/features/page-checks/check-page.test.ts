import { describe, expect, test } from "vitest";
import { checkPage } from "./check-page.server.ts";

const SITE = "https://seo.example";
/**
 * Simulates a site by path: a string is a page's HTML, a number is an empty response's status, and 0 makes the
 * request fail.
 */
function siteOf(pages: Record<string, string | number>) {
  const asked: string[] = [];
  const ask = async (path: string) => {
    asked.push(path);
    const page = pages[path] ?? 404;
    if (page === 0) throw new Error("The database is away");
    return typeof page === "string" ? new Response(page) : new Response("", { status: page });
  };
  return { ask, asked };
}
const links = async (hrefs: string[], more: Record<string, string | number> = {}, rest = "") => {
  const site = siteOf({ "/a": hrefs.map((href) => `<a href="${href}">x</a>`).join("") + rest, ...more });
  const { checks } = await checkPage("/a", { ask: site.ask, siteUrl: SITE });
  return { asked: site.asked, check: checks.find(({ id }) => id === "links")! };
};

describe("links to this site", () => {
  test("each link within the site is requested once, but a link to the page itself isn't", async () => {
    const { asked, check } = await links(
      [
        "/b",
        "/b#part",
        `${SITE}/b`,
        "#top",
        "/a#x",
        "mailto:a@b.example",
        "https://other.example/b",
        "/c?x=1",
      ],
      { "/b": "B", "/c?x=1": "C" },
      '<p id="x">',
    );
    expect(asked).toEqual(["/a", "/b", "/c?x=1"]);
    expect(check).toMatchObject({ state: "good", text: "All 2 links work." });
  });

  test("a link to a place that the page doesn't have is broken", async () => {
    const hrefs = ["#inquiry", "/a#there", `${SITE}/a#gone`, "#", "#top", "#old", "#caf%C3%A9", "#:~:text=x"];
    const { check } = await links(hrefs, {}, '<p id="there"><a name="old"></a><b id="café">');
    expect(check).toMatchObject({
      ...{ state: "broken", text: "Broken links: #inquiry, #gone.", about: ["#inquiry", "#gone"] },
    });
  });

  test("a link's state depends on its target's status", async () => {
    const { check } = await links(["/gone", "/never", "/old", "/fault", "/away", "/paper.pdf"], {
      "/gone": 410,
      "/old": 301,
      "/fault": 503,
      "/away": 0,
    });
    expect(check.state).toBe("broken");
    expect(check.text).toContain("Broken links: /gone, /never, /paper.pdf.");
    expect(check.text).toContain("Links that redirect: /old.");
    expect(check.text).toContain("Not checked: /fault, /away.");
  });

  test("redirects are followed to their final page", async () => {
    const to: Record<string, string> = {
      "/one": "/there",
      "/two": "/one",
      "/lost": "/gone",
      "/round": "/round",
      "/out": "https://other.example/",
    };
    const ask = async (path: string) => {
      if (path === "/a")
        return new Response(
          Object.keys(to)
            .map((href) => `<a href="${href}">x</a>`)
            .join(""),
        );
      const Location = to[path];
      if (Location) return new Response(null, { status: 301, headers: { Location } });
      return new Response(null, { status: path === "/there" ? 200 : 404 });
    };
    const { read } = await checkPage("/a", { ask, siteUrl: SITE });
    expect(Object.fromEntries(read!.links)).toEqual({
      ...{ "/one": "moved", "/two": "chained", "/lost": "broken", "/round": "broken", "/out": "moved" },
    });
  });

  test("only 150 links on a page are checked", async () => {
    const { asked, check } = await links(Array.from({ length: 200 }, (_, i) => `/p${i}`));
    expect(asked).toHaveLength(151);
    expect(check.text).toContain("Not checked: /p150,");
  });
});

test.each([404, 503, 0])("no check runs on a page that returns %d", async (status) => {
  const { checks } = await checkPage("/a", { ask: siteOf({ "/a": status }).ask, siteUrl: SITE });
  expect(checks.length).toBeGreaterThan(5);
  for (const { state } of checks) expect(state).toBe("unchecked");
});
