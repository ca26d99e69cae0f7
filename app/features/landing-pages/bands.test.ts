import { describe, expect, test } from "vitest";
import { bandsOf } from "./bands.ts";
import { modelOf } from "./models.ts";
import type { Section, SectionType } from "./sections.ts";

const long = { ...modelOf("text"), body: `<p>${"Words about a town. ".repeat(30)}</p>` };

/** Formats bands such as "white: text+logos (short)". */
const shown = (sections: (SectionType | Section)[]) =>
  bandsOf(sections.map((one) => ({ section: typeof one === "string" ? modelOf(one) : one }))).map((one) =>
    "section" in one
      ? one.section.type
      : `${one.tone}: ${one.items.map(({ section }) => section.type).join("+")}${one.isShort ? " (short)" : ""}`,
  );

describe("a page's bands", () => {
  test("are white and plain in turns, and consecutive short sections share one", () => {
    expect(shown(["hero", "proof", "text", "reasons", long, "logos", "form"])).toEqual([
      ...[
        "hero",
        "white: proof+text (short)",
        "plain: reasons",
        "white: text",
        "plain: logos (short)",
        "form",
      ],
    ]);
  });

  test("aren't shared across a form or a call", () => {
    expect(shown(["logos", "call", "logos"])).toEqual([
      "white: logos (short)",
      "call",
      "plain: logos (short)",
    ]);
  });

  test("highlight one section in the middle: a quote, or else numbers, people or steps", () => {
    expect(shown(["hero", "stats", "steps", "testimonials", "stats", "faq"])).toEqual([
      ...["hero", "white: stats", "plain: steps", "marker: testimonials", "white: stats", "plain: faq"],
    ]);
    expect(shown(["reasons", "people", "stats", "faq"])[2]).toBe("marker: stats");
    expect(shown(["reasons", "steps", "people", "faq"])[2]).toBe("marker: people");
    expect(shown(["reasons", "steps", "faq"])[1]).toBe("marker: steps");
  });

  test("highlight neither the first nor the last", () => {
    expect(shown(["testimonials", "reasons", "stats", "form"])).toEqual([
      ...["white: testimonials", "plain: reasons", "white: stats", "form"],
    ]);
  });
});
