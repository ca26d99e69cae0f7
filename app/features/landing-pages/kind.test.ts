import { describe, expect, test } from "vitest";
import { landingAt, landingSlug } from "../../copy/site/landing-path.ts";
import routes from "../../routes.ts";
import { landingPage } from "./kind.ts";
import { defaultsLeft, isPhotoPrompt, modelOf, withoutPrompts } from "./models.ts";
import { formatSections, SECTION_TYPES, type Section, sectionsRule, sectionTexts } from "./sections.ts";
import { shareOf, shinglesOf } from "./similarity.ts";
import { STARTS, startWith } from "./starting-points.ts";

const errorsOf = (form: Record<string, string>) =>
  landingPage.schema
    .safeParse({ title: "A page", ...form })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
const sectionError = (json: unknown) =>
  sectionsRule.safeParse(typeof json === "string" ? json : JSON.stringify(json)).error?.issues[0]?.message;

describe("the URL rule", () => {
  test.each([
    ["SEO for Dentists!", "seo-for-dentists"],
    ["/services/local-seo/Brooklyn/", "services/local-seo/brooklyn"],
    ["/services/local-seo/new york/bronx", "services/local-seo/new-york-bronx"],
    ["/services/unknown/brooklyn", "services-unknown-brooklyn"],
    ["../../etc", "etc"],
    ["日本", ""],
  ])("%s is stored as %s", (typed, slug) => {
    expect(landingSlug(typed)).toBe(slug);
  });

  test("the first segments of the site's own routes are reserved", () => {
    const paths = routes.flatMap(function pathsOf(route): string[] {
      const below = route.path?.startsWith("admin-control") ? [] : (route.children ?? []);
      return [...(route.path ? [route.path] : []), ...below.flatMap(pathsOf)];
    });
    const first = paths.map((path) => path.split("/")[0]!).filter((one) => /^[a-z-]+$/.test(one));
    expect(new Set(first).size).toBeGreaterThan(10);
    for (const slug of first) {
      expect(landingAt(`/${slug}`), slug).toBeNull();
      expect(errorsOf({ slug })).toEqual([
        ["slug", expect.stringMatching(/used by the site itself\. Choose another/)],
      ]);
    }
  });

  test("a title without letters a to z needs another slug, which isn't said to be taken", () => {
    expect(errorsOf({ title: "日本" })).toEqual([["slug", expect.stringMatching(/can't be used as a URL/)]]);
  });

  test("a landing page's path must be directly below the root or a service", () => {
    const others = [
      "/",
      "/services/local-seo",
      "/services/nope/x",
      "/blog/x",
      "/a/b",
      "/x.php",
      "/%00",
      "//x",
      `/${"a".repeat(201)}`,
    ];
    expect(others.map(landingAt)).toEqual(others.map(() => null));
  });
});

describe("the sections rule", () => {
  test.each([
    ["[", "must be valid JSON"],
    ['{"type":"text"}', "must be a list"],
    [[{ type: "script" }], "Section 1, type: There's no such type of section."],
    [[{ type: "text", is_hidden: "yes" }], "Section 1, is hidden"],
    [[{ type: "faq", items: [{ question: 1 }] }], "Section 1, item 1"],
    [[{ type: "reasons", items: Array(13).fill({}) }], "Section 1, items: Use at most 12 items."],
    [[{ type: "call", button_href: "javascript:alert(1)" }], "Section 1, button href: Use a path"],
    [[{ type: "hero", buttons: [{ label: "x", href: "//evil.test" }] }], "Use a path on this site"],
    [[{ type: "image_text", image: "http://evil.test/x.png" }], "Use a URL that starts with https://"],
    [[{ type: "prices", plans: [{ button_href: "evil" }] }], "Section 1, item 1, button href: Use a path"],
    [[{ type: "people", names: Array(5).fill("Ada") }], "Section 1, names: Use at most 4 items."],
    [[{ type: "hero", points: Array(4).fill("One") }], "Section 1, points: Use at most 3 items."],
    [[{ type: "video", url: "https://evil.test/watch?v=aaaaaaaaaaa" }], "Use the URL of a video on YouTube"],
    [[{ type: "hero" }, { type: "hero" }], "Section 2: A page can have only one hero section."],
    [Array(31).fill({ type: "text" }), "Use at most 30 sections."],
    [JSON.stringify([{ type: "text", body: "x".repeat(200_001) }]), "too long"],
    [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, "Section 1"],
    [[null], "Section 1"],
  ])("%j is rejected: %s", (json, message) => {
    expect(sectionError(json)).toContain(message);
  });

  test("unknown keys in a section are removed, including `__proto__`", () => {
    const read = sectionsRule.parse('[{"type":"text","body":"<p>x</p>","__proto__":{"a":1},"evil":1}]');
    const empty = { is_hidden: false, title: "", quote: "", quote_by: "" };
    expect(read).toEqual([{ type: "text", ...empty, body: "<p>x</p>" }]);
  });

  test("a new section of each type, and every starting point, passes the rules unchanged", () => {
    const all = SECTION_TYPES.map((type) => modelOf(type));
    expect(sectionsRule.parse(formatSections(all))).toEqual(all);
    for (const start of STARTS) {
      const { sections } = startWith(start, {
        service: "local-seo",
        city: "Brooklyn",
        state: "NY",
        industry: "Dentists",
      });
      expect(formatSections(sectionsRule.parse(sections)), start).toBe(sections);
    }
  });

  test("sections saved by earlier versions get newer fields, empty; invalid ones stay as they are", () => {
    const text = { type: "text", is_hidden: false, title: "One", body: "<p>One.</p>" };
    expect(JSON.parse(formatSections([text]))).toEqual([{ ...text, quote: "", quote_by: "" }]);
    expect(JSON.parse(formatSections([{ type: "script" }]))).toEqual([{ type: "script" }]);
    expect(formatSections(null)).toBe("[]");
  });

  test("hidden sections and URLs don't count as text", () => {
    const call = {
      ...modelOf("call"),
      title: "Call us",
      text: "",
      button_label: "Go",
      button_href: "/contact",
    };
    expect(sectionTexts([call, { ...modelOf("text"), is_hidden: true }])).toEqual(["Call us", "Go"]);
  });
});

test("a starting point asks for a local photo, as leftover wording that's reported before publishing", () => {
  for (const start of ["city", "industry"] as const) {
    const facts = { service: "local-seo", city: "Brooklyn", state: "", industry: "Dentists" };
    const all: Section[] = sectionsRule.parse(startWith(start, facts).sections);
    expect(defaultsLeft(sectionTexts(all)), start).toContainEqual(expect.stringMatching(/^\[Add a photo /));
  }
  expect(isPhotoPrompt("[Add a photo]")).toBe(true);
  expect(isPhotoPrompt("A shop front")).toBe(false);
});

test("visitors read none of the prompts in brackets", () => {
  for (const start of ["city", "industry"] as const) {
    const facts = { service: "local-seo", city: "Brooklyn", state: "", industry: "Dentists" };
    const all: Section[] = sectionsRule.parse(startWith(start, facts).sections);
    expect(sectionTexts(withoutPrompts(all)).join(" "), start).not.toContain("[");
    // Everything else stays.
    expect(withoutPrompts(withoutPrompts(all))).toEqual(withoutPrompts(all));
    expect(sectionTexts(withoutPrompts(all)).length).toBeGreaterThan(20);
  }
  const text = (body: string): Section => ({ ...modelOf("text"), title: "See [1] and [sic]", body });
  const seen = (body: string) => (withoutPrompts([text(body)])[0] as { body: string }).body;
  expect(withoutPrompts([text("")])[0]).toMatchObject({ title: "See [1] and [sic]" });
  expect(seen("<p>We know it. [Say how.]</p><p>[Name a client.] [Say when.]</p><p>As [sic].</p>")).toBe(
    "<p>We know it.</p><p>As [sic].</p>",
  );
});

test("leftover default wording is reported: text in brackets and placeholders", () => {
  expect(defaultsLeft(["In {city}: [Your answer] [1]", "Plain (text)", "[Your answer]"])).toEqual([
    "{city}",
    "[Your answer]",
  ]);
});

test("pages that differ only in the city's name are similar", () => {
  const city = (name: string): Section[] =>
    sectionsRule.parse(
      startWith("city", { service: "local-seo", city: name, state: "", industry: "" }).sections,
    );
  const share = (one: Section[], other: Section[]) => shareOf(shinglesOf(one), shinglesOf(other));
  expect(share(city("Brooklyn"), city("Hoboken"))).toBeGreaterThan(0.7);
  const other: Section[] = [
    {
      ...modelOf("text"),
      body: `<p>${"Dentists need patients who live close by and stay for years. ".repeat(3)}</p>`,
    },
  ];
  expect(share(city("Brooklyn"), other)).toBeLessThan(0.3);
  expect(share([], [])).toBe(0);
});
