import { expect, test } from "vitest";
import { fillTemplate, firstName, PLACEHOLDERS, type PlaceholderValues } from "./fill.ts";

const values: PlaceholderValues = {
  ...{ "first name": "Ada", name: "Ada Byron", website: "example.com", service: "Local SEO" },
  ...{ "my name": "Bob", site: "SEO Pro Zone", phone: "", "booking link": "" },
};

test("placeholders are filled in, whatever their case and spaces", () => {
  expect(fillTemplate("Hi {first name}, { Website } and {SERVICE}", values)).toBe(
    "Hi Ada, example.com and Local SEO",
  );
});

test.each(["{phone}", "{booking link}", "{price}", "{}", "{{ code }}", "{constructor}", "{toString}"])(
  "%s stays, because there's nothing to fill in",
  (text) => expect(fillTemplate(text, values)).toBe(text),
);

test("a value isn't filled in again", () => {
  expect(fillTemplate("{name}", { ...values, name: "{site} $& {name}" })).toBe("{site} $& {name}");
});

test("every placeholder can be filled in", () => {
  const all = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])) as PlaceholderValues;
  const text = PLACEHOLDERS.map((name) => `{${name}}`).join();
  expect(fillTemplate(text, all)).toBe(PLACEHOLDERS.map((name) => `<${name}>`).join());
});

test.each([
  ["Ada Byron", "Ada"],
  ["  Ada  ", "Ada"],
  ["Dr. Meyer", "Dr. Meyer"],
  ["Ms Li Na", "Ms Li Na"],
  ["Drew Barry", "Drew"],
  ["", ""],
])("%j is called %j", (name, first) => expect(firstName(name)).toBe(first));
