import { expect, test } from "vitest";
import { findJsonError } from "./json-error.ts";

test.each(["[]", "{}", ' ["a", 1, -2.5e3, true, null, {"b": [[]]}]\n', '"\\u00e9\\n"', "0"])(
  "%s is valid JSON",
  (text) => {
    expect(findJsonError(text)).toBeNull();
    expect(() => JSON.parse(text)).not.toThrow();
  },
);

test.each([
  ["", "Line 1: something is missing at the end."],
  ['[\n  "a",\n]', "Line 3: remove the comma after the last item."],
  ['[\n  "a"\n  "b"\n]', "Line 3: expected a comma here."],
  ['[\n  "a"', "Line 2: the closing ] is missing."],
  ['{\n  "a": 1,\n  b: 2\n}', 'Line 3: expected a name in double quotes here, such as "title".'],
  ['{ "a" 1 }', "Line 1: expected a colon after the name."],
  ['{ "a": 1', "Line 1: the closing } is missing."],
  ["{", "Line 1: the closing } is missing."],
  ["['a']", "Line 1: expected text in double quotes, a number, a list or an object here."],
  ["[01]", "Line 1: expected a comma here."],
  ["[]\n[]", "Line 2: remove everything from here on."],
  ["[".repeat(1000), "Line 1: this is nested too deeply."],
])("the error for %j names the line", (text, fault) => {
  expect(findJsonError(text)).toBe(fault);
  expect(() => JSON.parse(text)).toThrow();
});

test.each([
  ['{"a": 1,', "Line 1: the closing } is missing."],
  ["[1,", "Line 1: something is missing at the end."],
  ["[1 x]", "Line 1: expected a comma here."],
  ['{"a" x: 1}', "Line 1: expected a colon after the name."],
  ["[] x", "Line 1: remove everything from here on."],
  ['["a\\x"]', "Line 1: expected text in double quotes, a number, a list or an object here."],
  ["[1] // one", "Line 1: remove everything from here on."],
  ["[-]", "Line 1: expected text in double quotes, a number, a list or an object here."],
])("the error for %j says what's wrong", (text, fault) => {
  expect(findJsonError(text)).toBe(fault);
  expect(() => JSON.parse(text)).toThrow();
});
