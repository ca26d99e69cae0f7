import { expect, test } from "vitest";
import { textOf } from "./plain-text.ts";

test("the words of HTML stand on one line, without tags; a tag that is cut off is dropped with what follows", () => {
  expect(textOf("<p>One <b>two</b>th\n ree &amp; &#8212;</p><script>no</script><p>four</p>")).toBe(
    "One twoth ree & — four",
  );
  expect(textOf("One <b>two</b> <a href='x")).toBe("One two");
  expect(textOf("One <img src='x")).toBe("One");
  expect(textOf("1 < 2 and 3 > 2")).toBe("1 < 2 and 3 > 2");
});

test("an entity named like a property of every object stays as it was written", () => {
  expect(textOf("&valueOf; &toString; R&amp;D")).toBe("&valueOf; &toString; R&D");
});

// It would take minutes where each of them is followed to the end.
test("half a million tags that never end are read", () => {
  for (const tag of ["<a ", "<!-- ", "<script ", "</b ", "<img "])
    expect(textOf(`Words ${tag.repeat(500_000)}`), tag).toBe("Words");
});
