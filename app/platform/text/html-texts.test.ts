import { expect, test } from "vitest";
import { mapTexts, textsIn, withTextAt } from "./html-texts.ts";

const HTML =
  '<h2 id="section-a">Fish &amp; chips</h2>\n<p>One <a href="/x?a=1&amp;b=2">two\n three</a>&nbsp;<b> </b>, four.</p><p></p>';

test("texts are the words between tags, in order", () => {
  expect(textsIn(HTML)).toEqual(["Fish & chips", "One", "two three", ", four."]);
  expect(textsIn("")).toEqual([]);
});

test("replacing a text leaves everything else as it was", () => {
  expect(withTextAt(HTML, 2, 'a < "b"')).toBe(HTML.replace("two\n three", 'a &lt; "b"'));
  expect(withTextAt(HTML, 1, "1")).toBe(HTML.replace("One ", "1 "));
  expect(withTextAt(HTML, 9, "x")).toBe(HTML);
  expect(mapTexts(HTML, (text) => text)).toBe(HTML);
});
