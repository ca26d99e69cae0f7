import { expect, test } from "vitest";
import { textOf } from "../../platform/text/plain-text.ts";
import { excerptOf } from "./excerpt.ts";

test("SPEC 9: 'challenge cut at 120 characters plus an ellipsis'", () => {
  const html = `<p>${"a".repeat(60)} ${"b".repeat(59)}</p><p>more</p>`;
  expect(excerptOf(html, 120)).toBe(`${"a".repeat(60)} ${"b".repeat(59)}…`);
});

test("a challenge of exactly 120 characters isn't cut", () => {
  expect(excerptOf(`<p>${"a".repeat(120)}</p>`, 120)).toBe("a".repeat(120));
});

test("plain text has decoded entities, separated paragraphs and no tags", () => {
  expect(
    textOf(
      "<p>Harbor &amp; Pine&rsquo;s</p><p>three <strong>clin</strong>ics &lt;5&nbsp;km&gt; &#8211; &#x1F600;</p>",
    ),
  ).toBe("Harbor & Pine’s three clinics <5 km> – 😀");
});

test("plain text leaves out scripts, styles and comments", () => {
  expect(textOf("<style>p{color:red}</style>One<!-- two --><script>three()</script> four")).toBe("One four");
});

test("plain text leaves out an incomplete tag at the end", () => {
  expect(textOf('<p>Before</p><p>after <a href="https://exam')).toBe("Before after");
});

test("unknown entities stay and invalid characters are removed", () => {
  expect(textOf("AT&T &nosuch; &#xD800;&#0;fine < 5")).toBe("AT&T &nosuch; fine < 5");
});

test("emoji and accented letters are never split", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(excerptOf(family.repeat(130), 120)).toBe(`${family.repeat(120)}…`);
  expect(excerptOf(`${"e\u0301".repeat(121)}`, 120)).toBe(`${"e\u0301".repeat(120)}…`);
});

test("there is no space before the ellipsis", () => {
  expect(excerptOf("one two three", 8)).toBe("one two…");
});
