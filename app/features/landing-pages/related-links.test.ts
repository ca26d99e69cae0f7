import { describe, expect, test } from "vitest";
import { groupLinks, neighborsOf } from "./related-links.ts";

const link = (area: string, href = `/${area}`) => ({ label: `SEO in ${area}`, href, area });
const shown = (areas: string[]) =>
  groupLinks(areas.map((area) => link(area))).map(
    ({ name, links }) => `${name}: ${links.map(({ area }) => area.split(",")[0]).join(" ")}`,
  );

describe("a list of all locations", () => {
  test("is grouped by region, in order of region and place", () => {
    expect(shown(["Yonkers, NY", "Newark, NJ", "Albany, NY", "Camden, NJ"])).toEqual([
      "NJ: Camden Newark",
      "NY: Albany Yonkers",
    ]);
  });

  test("is grouped by letter if all are in one region, most are alone in theirs, or some have none", () => {
    expect(shown(["Yonkers, NY", "Albany, NY", "Auburn, NY"])).toEqual(["A: Albany Auburn", "Y: Yonkers"]);
    expect(shown(["Austin, TX", "Boise, ID", "Boston, MA"])).toEqual(["A: Austin", "B: Boise Boston"]);
    expect(shown(["Albany, NY", "Newark, NJ", "Auburn, NY", "Nutley"])).toEqual([
      "A: Albany Auburn",
      "N: Newark Nutley",
    ]);
    expect(shown(["Örebro", "Oslo", "“Ohio”"])).toEqual([": “Ohio” Örebro Oslo"]);
  });

  test("has no groups if nothing tells the pages apart", () => {
    const pages = ["b", "a"].map((href) => ({ label: "SEO for dentists", href, area: "" }));
    expect(groupLinks(pages)).toEqual([{ name: "", links: [pages[1], pages[0]] }]);
  });
});

describe("neighbors", () => {
  const links = [
    "Troy, NY",
    "Newark, NJ",
    "Albany, NY",
    ...Array.from({ length: 7 }, (_, i) => `Town ${i}, PA`),
  ];
  const near = (of: string) =>
    neighborsOf(
      links.map((area) => link(area)),
      `/${of}`,
    ).map(({ area }) => area.split(",")[0]);

  test("are the three pages before and after one, in order of region and place, around the end", () => {
    expect(near("Troy, NY")).toEqual(["Town 6", "Newark", "Albany", "Town 0", "Town 1", "Town 2"]);
    expect(near("Town 6, PA")).toEqual(["Town 3", "Town 4", "Town 5", "Newark", "Albany", "Troy"]);
  });

  test("each page is linked from as many others as it links to", () => {
    const counts = new Map<string, number>();
    for (const area of links)
      for (const { href } of neighborsOf(
        links.map((one) => link(one)),
        `/${area}`,
      ))
        counts.set(href, (counts.get(href) ?? 0) + 1);
    expect(new Set(counts.values())).toEqual(new Set([6]));
    expect(counts.size).toBe(links.length);
  });

  test("are all other pages if there are few, and none for a page that isn't listed", () => {
    expect(neighborsOf([link("a"), link("b"), link("c")], "/b").map(({ area }) => area)).toEqual(["c", "a"]);
    expect(near("Unlisted")).toEqual([]);
  });
});
