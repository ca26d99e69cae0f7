import { describe, expect, test } from "vitest";
import { JsonFault } from "../../platform/text/json-walk.ts";
import { formatResults, parseResults } from "./results-json.ts";

test("'object of label to value': text and numbers are parsed and stay in order", () => {
  const results = parseResults(
    '{ "Organic Traffic": "+120%", "Leads": 41, "CTR": -1.5e1, "Quote": "a \\"b\\" \\u00e9" }',
  );
  expect(Object.entries(results)).toEqual([
    ["Organic Traffic", "+120%"],
    ["Leads", 41],
    ["CTR", -15],
    ["Quote", 'a "b" é'],
  ]);
});

test.each(["", "  \n ", "{}", "{ }"])("%j parses as no results", (text) => {
  expect(parseResults(text)).toEqual({});
});

test("labels may be names of built-in object properties", () => {
  const results = parseResults('{ "constructor": 1, "__proto__": "two" }');
  expect(Object.entries(results)).toEqual([
    ["constructor", 1],
    ["__proto__", "two"],
  ]);
});

describe("invalid results are rejected with the line of the error (decision 0035.22)", () => {
  const cases: [text: string, line: number, word: RegExp][] = [
    ["[1, 2]", 1, /start with \{/],
    ['"text"', 1, /start with \{/],
    ['{\n  "a": 1,\n  "b": [2]\n}', 3, /“b” must be text/],
    ['{\n  "a": {"b": 1}\n}', 2, /“a” must be text/],
    ['{\n  "a": null\n}', 2, /“a” must be text/],
    ['{\n  "a": true\n}', 2, /“a” must be text/],
    ['{\n  "a": 1\n  "b": 2\n}', 3, /expected a comma after “a”/],
    ['{\n  "a": 1,\n}', 3, /comma after the last/],
    ['{\n  "a" 1\n}', 2, /colon/],
    ["{\n  a: 1\n}", 2, /double quotes/],
    ["{\n  'a': 1\n}", 2, /double quotes/],
    ['{\n  "a": +5\n}', 2, /text in double quotes or a number/],
    ['{\n  "a": 1,\n  "a": 2\n}', 3, /twice/],
    ['{\n  "": 1\n}', 2, /empty/],
    ['{\n  "a": 1e999\n}', 2, /too large/],
    ['{\n  "a": "\\ud83d"\n}', 2, /“a” contains an invalid escape sequence/],
    ['{\n  "a": "\\u0000"\n}', 2, /“a” contains an invalid escape sequence/],
    ['{\n  "\\udc00": 1\n}', 2, /label contains an invalid escape/],
    ['{\n  "a": 1\n', 3, /closing \}/],
    ["{", 1, /closing \}/],
    ['{ "a": 1 }\n{}', 2, /remove everything/],
    ['{\n  "a": "one\ntwo"\n}', 2, /double quotes/],
  ];
  test.each(cases)("%j is rejected", (text, line, word) => {
    expect(() => parseResults(text)).toThrow(JsonFault);
    expect(() => parseResults(text)).toThrow(new RegExp(`^Line ${line}: `));
    expect(() => parseResults(text)).toThrow(word);
  });
});

test("parsed results equal those of JSON.parse", () => {
  for (const text of ['{"a":0.5}', '{ "b" : "\\\\" , "c":10}', '\t{\r\n"d":"😀"}\n']) {
    expect(parseResults(text)).toEqual(JSON.parse(text));
  }
});

test("formatted results can be parsed again", () => {
  const results = { "Organic Traffic": "+120%", Leads: 41 };
  expect(parseResults(formatResults(results))).toEqual(results);
  expect(formatResults({})).toBe("");
});
