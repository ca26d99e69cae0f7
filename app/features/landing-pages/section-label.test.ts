import { expect, test } from "vitest";
import { modelOf } from "./models.ts";
import { sectionLabel, sectionsInWords } from "./section-label.ts";
import type { Section } from "./sections.ts";

const sections: Section[] = [
  { ...modelOf("reasons"), title: "" },
  { ...modelOf("reasons"), title: "Why dentists choose us" },
  { ...modelOf("prices"), title: "What a dentist in Manhattan or anywhere else pays" },
  { ...modelOf("testimonials"), title: " " },
  { ...modelOf("hero"), title: "" },
];

test.each([
  [[0, "items", 1, "text"], "Reasons, 2: text"],
  [[1, "items", 1, "text"], "Why dentists choose us, 2: text"],
  // The text itself is shown beside its label.
  [[1, "title"], "Reasons: title"],
  [[1, "intro"], "Why dentists choose us: intro"],
  [[2, "plans", 0, "features", 2], "What a dentist in Manhattan or anywhere…, plans 1, features 3"],
  [[2, "button_label"], "What a dentist in Manhattan or anywhere…: button label"],
  [[3, "title"], "Testimonials: title"],
  [[4, "buttons", 0, "label"], "Hero, buttons 1: label"],
  [[9, "title"], "Sections"],
])("the text at %j is called %j", (path, label) => {
  expect(sectionLabel(sections, path)).toBe(label);
});

test("in the history, sections have the words of the form", () => {
  const hero: Section = { ...modelOf("hero"), title: "Local SEO", form: "quick", is_hidden: true };
  const [[name, ...values]] = JSON.parse(sectionsInWords([hero])!);
  expect(name).toBe("Hero");
  expect(values).toEqual(expect.arrayContaining(["Hidden", "Local SEO", "Next to the headline"]));
  expect(JSON.stringify(values)).not.toMatch(/quick|true|false/);
});
