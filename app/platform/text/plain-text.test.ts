import { expect, test } from "vitest";
import { textOf } from "./plain-text.ts";

test("HTML becomes one line of text without tags", () => {
  expect(textOf("<p>One <b>two</b>th\n ree &amp; &#8212;</p><script>no</script><p>four</p>")).toBe(
    "One twoth ree & — four",
  );
  expect(textOf("One <b>two</b> <a href='x")).toBe("One two");
  expect(textOf("One <img src='x")).toBe("One");
  expect(textOf("1 < 2 and 3 > 2")).toBe("1 < 2 and 3 > 2");
});

test("an entity named like an object property stays unchanged", () => {
  expect(textOf("&valueOf; &toString; R&amp;D")).toBe("&valueOf; &toString; R&D");
});

// Takes minutes if each tag is parsed to the end.
test("half a million unclosed tags are handled quickly", () => {
  for (const tag of ["<a ", "<!-- ", "<script ", "</b ", "<img "])
    expect(textOf(`Words ${tag.repeat(500_000)}`), tag).toBe("Words");
});
