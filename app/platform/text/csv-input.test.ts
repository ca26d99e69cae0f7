import { expect, test } from "vitest";
import { decodeSheet, separatorOf, withoutSeparatorLine } from "./csv-input.ts";

test("a file is decoded as the spreadsheet wrote it", () => {
  const text = "city;Größe\r\nZürich;5\r\n";
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const file of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text, "latin1"),
    utf16,
    Buffer.from(utf16).swap16(),
  ])
    expect(decodeSheet(file)).toBe(text);
  expect(decodeSheet(Buffer.from([0x80]))).toBe("€");
  expect(decodeSheet(new Uint8Array())).toBe("");
});

test.each([
  ["city,state\nA,B", ","],
  ["city;state\nA,1;B", ";"],
  ["city\tstate\nA, B;\tC", "\t"],
  ["city\nA, B", ","],
  ["sep=;\ncity;state", ";"],
])("the separator of %j is %j", (csv, separator) => {
  expect(separatorOf(csv)).toBe(separator);
  expect(withoutSeparatorLine(csv)).toMatch(/^city/);
});
