import { expect, test } from "vitest";
import { modelOf } from "./models.ts";
import { mapStrings, SECTION_TYPES, type Section } from "./sections.ts";
import { shownSections } from "./shown-sections.ts";

const emptied = (section: Section): Section => {
  const { type, is_hidden, ...texts } = section;
  return { type, is_hidden, ...mapStrings([texts], () => "")[0] } as Section;
};

test("a section whose texts are all empty isn't shown, except the headline and forms", () => {
  const sections = SECTION_TYPES.map((type) => emptied(modelOf(type)));
  expect(shownSections(sections).map(({ type }) => type)).toEqual([
    "hero",
    // These have their own content.
    "case_studies",
    "testimonials",
    "people",
    "proof",
    "form",
  ]);
});

test("a section with its default content is shown as it is, except for a video without a URL", () => {
  const sections = SECTION_TYPES.filter((type) => type !== "video").map((type) => modelOf(type));
  expect(shownSections(sections)).toEqual(sections);
  expect(shownSections([modelOf("video")])).toEqual([]);
  expect(shownSections([{ ...modelOf("text"), is_hidden: true }])).toEqual([]);
});

test("empty items of a list are left out, and so are questions without an answer", () => {
  const items = [
    { question: "One?", answer: "<p>Yes.</p>" },
    { question: "Two?", answer: "<p> </p>" },
    { question: "", answer: "<p>Three.</p>" },
  ];
  expect(shownSections([{ ...modelOf("faq"), items }])).toMatchObject([{ items: [items[0]] }]);
});

test("a hero from before points were added has none, and empty points are left out", () => {
  const { points: _, ...hero } = modelOf("hero");
  expect(shownSections([hero as Section])).toMatchObject([{ points: [] }]);
  expect(shownSections([{ ...modelOf("hero"), points: ["One", " "] }])).toMatchObject([{ points: ["One"] }]);
});
