import { expect, test } from "vitest";
import { findJsonError } from "./json-error.ts";

test.each(["[]", "{}", ' ["a", 1, -2.5e3, true, null, {"b": [[]]}]\n', '"\\u00e9\\n"', "0"])(
  "json needs valid JSON: %s is valid",
  (text) => {
    expect(findJsonError(text)).toBeNull();
    expect(() => JSON.parse(text)).not.toThrow();
  },
);

test.each([
  ["", "Line 1: something is missing at the end."],
  ['[\n  "a",\n]', "Line 3: there is a comma after the last item."],
  ['[\n  "a"\n  "b"\n]', "Line 3: a comma is missing here."],
  ['[\n  "a"', "Line 2: the closing ] is missing."],
  ['{\n  "a": 1,\n  b: 2\n}', 'Line 3: a name in double quotes is expected here, as in "title".'],
  ['{ "a" 1 }', "Line 1: a colon is expected after the name."],
  ['{ "a": 1', "Line 1: the closing } is missing."],
  ["{", "Line 1: the closing } is missing."],
  ["['a']", "Line 1: text in double quotes, a number, a list or an object is expected here."],
  ["[01]", "Line 1: a comma is missing here."],
  ["[]\n[]", "Line 2: there must be nothing after this point."],
  ["[".repeat(1000), "Line 1: this is nested too deeply."],
])("%j is rejected with its line", (text, fault) => {
  expect(findJsonError(text)).toBe(fault);
  expect(() => JSON.parse(text)).toThrow();
});

test.each([
  ['{"a": 1,', "Line 1: the closing } is missing."],
  ["[1,", "Line 1: something is missing at the end."],
  ["[1 x]", "Line 1: a comma is missing here."],
  ['{"a" x: 1}', "Line 1: a colon is expected after the name."],
  ["[] x", "Line 1: there must be nothing after this point."],
  ['["a\\x"]', "Line 1: text in double quotes, a number, a list or an object is expected here."],
  ["[1] // one", "Line 1: there must be nothing after this point."],
  ["[-]", "Line 1: text in double quotes, a number, a list or an object is expected here."],
])("an error before the end gets its own message: %j", (text, fault) => {
  expect(findJsonError(text)).toBe(fault);
  expect(() => JSON.parse(text)).toThrow();
});
