import { expect, test } from "vitest";
import { pages } from "../../copy/site/pages.ts";
import { withSiteName } from "../../copy/site/site-name.ts";
import { withSiteWords } from "./site-words.ts";

const site = { site_title: "Rank & Co", site_description: "What we are.", meta_keywords: "rank, co" };

test("built-in titles include the site's name, and empty fields fall back to the site's texts", () => {
  expect(withSiteWords("about", pages.about.seo, site)).toEqual({
    ...pages.about.seo,
    meta_title: "About Us: Who We Are and How We Work | Rank & Co",
    meta_keywords: "who we are, SEO company, white-hat SEO agency",
  });
  const blank = {
    ...pages.about.seo,
    meta_title: "Ours | SEO Pro Zone",
    meta_description: "",
    meta_keywords: "",
  };
  expect(withSiteWords("about", blank, site)).toMatchObject({
    meta_title: "Ours | SEO Pro Zone",
    meta_description: "What we are.",
    meta_keywords: "rank, co",
  });
});

test("a title is shown without the site's name if both together are too long", () => {
  expect(withSiteName("A".repeat(52), "Rank")).toBe(`${"A".repeat(52)} | Rank`);
  expect(withSiteName("A".repeat(54), "Rank")).toBe("A".repeat(54));
  const site_title = "The Agency for Search Engine Optimization";
  expect(withSiteWords("about", pages.about.seo, { site_title }).meta_title).toBe(
    "About Us: Who We Are and How We Work",
  );
});

test("the home page uses the site's texts unless the owner wrote others", () => {
  expect(withSiteWords("home", pages.home.seo, site)).toMatchObject({
    meta_description: "What we are.",
    meta_keywords: "rank, co",
  });
  expect(withSiteWords("home", pages.home.seo, { site_title: "SEO Pro Zone" })).toEqual(pages.home.seo);
  const own = { ...pages.home.seo, meta_description: "Of this page.", meta_keywords: "own" };
  expect(withSiteWords("home", own, site)).toMatchObject({
    meta_description: "Of this page.",
    meta_keywords: "own",
  });
});
