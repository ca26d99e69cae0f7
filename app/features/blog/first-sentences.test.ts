import { expect, test } from "vitest";
import { firstSentences } from "./first-sentences.ts";

test("the excerpt has as many whole sentences as fit in 160 characters", () => {
  const content =
    "<h2>Why</h2><table><tr><td>1</td></tr></table><p>Clicks fell. Sales &amp; calls did <b>not</b>.</p>" +
    `<p>${"A very long sentence that no longer fits because it goes on ".repeat(3)}.</p><p>Never.</p>`;
  expect(firstSentences(content)).toBe("Clicks fell. Sales & calls did not.");
});

test("the excerpt leaves out headings, lists, tables and embeds", () => {
  const content =
    "<h2>Why calls matter</h2><p>Calls close deals</p><ul><li>First point<ol><li>Deep</li></ol></li><li><p>Second point</p></li></ul>" +
    "<h3>The numbers</h3><table><tbody><tr><td><p>Calls</p></td></tr></tbody></table>" +
    '<p><a href="https://youtu.be/x">https://youtu.be/x</a></p><iframe src="/x">Play</iframe>' +
    "<blockquote><p>They rang.<br>Twice.</p></blockquote>";
  expect(firstSentences(content)).toBe("Calls close deals They rang. Twice.");
});

test("a first sentence that is too long is cut after a word", () => {
  const excerpt = firstSentences(`<p>${"word ".repeat(60)}</p>`);
  expect(excerpt).toMatch(/^(word )+word…$/);
  expect(excerpt.length).toBeLessThanOrEqual(160);
});

test("empty content has an empty excerpt", () => {
  expect(firstSentences("<p></p>")).toBe("");
});
