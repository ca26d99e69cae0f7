import { expect, test } from "vitest";
import { parseJson, storable } from "./parse-json.ts";

test.each([
  ['"a\\u0000b"', "ab"],
  ['{"a": ["x\\ud800y", 1]}', { a: ["x\ufffdy", 1] }],
  ['"\\ud83d\\ude00"', "😀"],
  ["{", undefined],
])("%s is parsed without characters that PostgreSQL can't store", (json, value) => {
  expect(parseJson(json)).toEqual(value);
  if (value !== undefined) expect(storable(JSON.parse(json))).toEqual(value);
});
