import { expect, test } from "vitest";
import type { Parts } from "../../copy/site/parts.ts";
import { firstWords, textFragment } from "./text-fragment.ts";

const parts: Parts = { "*.icon": { is: "icon" } };
const first = (content_type: string, content_value: string) =>
  firstWords({ content_value, content_type, parts });
const text = (value: string) => first("text", value);
const json = (value: unknown) => first("json", JSON.stringify(value));

test("`firstWords` supports text, HTML and JSON", () => {
  expect(text("One two three four five six seven eight nine ten")).toBe(
    "One two three four five six seven eight",
  );
  expect(json([{ icon: "award", href: "/x", title: "Experience", text: "10+ years" }])).toBe("Experience");
  expect(json([["", "Yours"]])).toBe("Yours");
  const html = "<p></p><p>Search <strong>should</strong> reward</p><p>More</p>";
  expect(first("html", html)).toBe("Search should reward");
});

test("text fragments don't contain placeholders", () => {
  expect(text("We’ll send our next newsletter to {email}.")).toBe("We’ll send our next newsletter to");
  expect(text("{industry} SEO case studies")).toBe("SEO case studies");
});

test("links, images, colors and invalid JSON have no first words", () => {
  expect(["/contact", "https://a.test"].map(text)).toEqual(["", ""]);
  expect(first("color", "#ff0000")).toBe("");
  expect(first("image_url", "/mark.svg")).toBe("");
  expect(first("json", "[")).toBe("");
  expect(textFragment("", [], "Title")).toBe("");
});

test("special characters in a text fragment are escaped", () => {
  expect(textFragment("Fast, 30-day & sure", [], "")).toBe("#:~:text=Fast%2C%2030%2Dday%20%26%20sure");
});

test("a text fragment starts at the headline if the words aren't unique", () => {
  const page = ["Call us", "Call us", "Grow with us", "About"];
  expect(textFragment("Call us", page, "Grow with us")).toBe("#:~:text=Grow%20with%20us,Call%20us");
  expect(textFragment("Call us", page, "Call us")).toBe("#:~:text=Call%20us");
  expect(textFragment("About", page, "Grow with us")).toBe("#:~:text=About");
});
