import { expect, test } from "vitest";
import { resolveVariables, type SeoFacts } from "./seo-variables.ts";
import { readWordPressSeo } from "./wordpress-seo.ts";

const facts: SeoFacts = {
  ...{ title: "Rye bread", siteTitle: "Ada's Bakery", tagline: "Fresh daily", excerpt: "How we bake." },
  ...{ category: "Recipes", tags: ["rye", "sourdough"], author: "Ann Baker", id: "42", type: "post" },
  ...{
    date: new Date("2019-03-04T05:06:07Z"),
    modified: new Date("2020-01-02T00:00:00Z"),
    focusKeyword: "rye",
  },
};
const year = String(new Date().getFullYear());

test.each([
  ["%%title%%", "Rye bread"],
  ["%%title%% %%page%% %%sep%% %%sitename%%", "Rye bread – Ada's Bakery"],
  ["%%sitedesc%%", "Fresh daily"],
  ["%%excerpt%%", "How we bake."],
  ["%%excerpt_only%%", "How we bake."],
  ["%%primary_category%% / %%category%%", "Recipes / Recipes"],
  ["%%tag%%", "rye, sourdough"],
  ["%%name%%", "Ann Baker"],
  ["%%date%%", "March 4, 2019"],
  ["%%modified%%", "January 2, 2020"],
  ["%%focuskw%%", "rye"],
  ["%%currentyear%%", year],
  ["%%id%%", "42"],
  ["%%pt_single%% %%pt_plural%%", "Post Posts"],
  ["%%term_title%% %%pagenumber%%", "Recipes"],
  ["%title% %sep% %sitename%", "Rye bread – Ada's Bakery"],
  ["%excerpt% %seo_title%", "How we bake. Rye bread"],
  ["%date(F jS, Y)%", "March 4, 2019"],
  ["%currentyear% %keywords%%keyword%", `${year} rye`],
  ["%%post_title%% %%sep%% %%sitetitle%% %%tagline%%", "Rye bread – Ada's Bakery Fresh daily"],
  ["#post_title #separator_sa #site_title", "Rye bread – Ada's Bakery"],
  ["#post_excerpt #author_name #current_year", `How we bake. Ann Baker ${year}`],
  ["50% off, 100% rye #bread_love", "50% off, 100% rye #bread_love"],
])("%s", (template, resolved) => {
  expect(resolveVariables(template, facts, () => {})).toBe(resolved);
});

test("an unknown variable is removed with its separator, and reported", () => {
  const unknown: string[] = [];
  expect(resolveVariables("%%title%% %%sep%% %%cf_price%%", facts, (name) => unknown.push(name))).toBe(
    "Rye bread",
  );
  expect(unknown).toEqual(["%%cf_price%%"]);
});

test.each([
  [
    "Yoast",
    { _yoast_wpseo_title: "%%title%%", _yoast_wpseo_metadesc: "D", "_yoast_wpseo_meta-robots-noindex": "1" },
  ],
  [
    "Rank Math",
    { rank_math_title: "%title%", rank_math_description: "D", rank_math_robots: 'a:1:{i:0;s:7:"noindex";}' },
  ],
  [
    "SEOPress",
    { _seopress_titles_title: "%%post_title%%", _seopress_titles_desc: "D", _seopress_robots_index: "yes" },
  ],
  ["AIOSEO", { _aioseo_title: "#post_title", _aioseo_description: "D", _aioseo_noindex: "1" }],
])("the title, description and noindex setting are read from %s", (_, meta) => {
  const seo = readWordPressSeo(new Map(Object.entries(meta)), facts, [], () => {});
  expect(seo).toEqual({
    title: "Rye bread",
    description: "D",
    canonical: "",
    isIndexable: false,
    isFollowable: true,
  });
});

test("a canonical URL is stored only if it points to another page", () => {
  const canonicalOf = (url: string) =>
    readWordPressSeo(
      new Map([["_yoast_wpseo_canonical", url]]),
      facts,
      ["https://old.example/rye/"],
      () => {},
    ).canonical;
  expect(canonicalOf("http://www.old.example/rye")).toBe("");
  expect(canonicalOf("https://other.example/rye/")).toBe("https://other.example/rye/");
});
