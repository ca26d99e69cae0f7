import { expect, test } from "vitest";
import { layOutArticle } from "./article.ts";

test("every second-level heading gets a unique id", () => {
  const { html, headings } = layOutArticle(
    "<h2>R&amp;D, <em>explained</em></h2><p>a</p><h2>Next</h2><h3>No</h3><h2>Next</h2><h2></h2>",
  );
  expect(headings).toEqual([
    { id: "section-rd-explained", label: "R&D, explained" },
    { id: "section-next", label: "Next" },
    { id: "section-next-2", label: "Next" },
  ]);
  expect(html).toContain('<h2 id="section-next-2">Next</h2><h2></h2>');
});

test("an id set by the owner is kept and not duplicated", () => {
  const { html, headings } = layOutArticle('<h2>Costs</h2><h2 id="section-costs">Prices</h2>');
  expect(headings.map(({ id }) => id)).toEqual(["section-costs-2", "section-costs"]);
  expect(html).toBe('<h2 id="section-costs-2">Costs</h2><h2 id="section-costs">Prices</h2>');
});

test("a table scrolls in a focusable frame", () => {
  expect(layOutArticle("<table><tbody></tbody></table>").html).toBe(
    '<div class="scroll-x" role="group" aria-label="Table" tabindex="0"><table><tbody></tbody></table></div>',
  );
});

test("images load lazily unless the owner chose otherwise", () => {
  expect(layOutArticle('<img src="/a.png"><img src="/b.png" loading="eager">').html).toBe(
    '<img loading="lazy" src="/a.png"><img src="/b.png" loading="eager">',
  );
});

// Takes minutes if numbering starts over for each heading.
test("each of sixty thousand identical headings gets a unique id", () => {
  const { headings } = layOutArticle("<h2>Same</h2>".repeat(60_000));
  expect(new Set(headings.map(({ id }) => id)).size).toBe(60_000);
  expect(headings.slice(0, 3).map(({ id }) => id)).toEqual([
    "section-same",
    "section-same-2",
    "section-same-3",
  ]);
});
