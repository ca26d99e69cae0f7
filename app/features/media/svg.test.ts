import { expect, test } from "vitest";
import { fileTypeOf } from "./file-type.ts";
import { hasText, normalizeSvg } from "./svg.server.ts";

const root = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><g/></svg>`;
const normalized = (svg: string) => normalizeSvg(Buffer.from(svg)).toString();

test.each([
  ['width="25.4mm" height="2.54cm"', 'width="96" height="96"'],
  ["width='1in' height='72pt'", "width='96' height='96'"],
  ['width="6pc" height=" 101.6Q"', 'width="96" height=" 96"'],
  ['width="2.54e1mm" viewBox="0 0 60 20"', 'width="96" viewBox="0 0 60 20"'],
  ['style="width:25.4mm;height: 1in"', 'style="width:96;height: 96"'],
  ['width="60" height="20px"', 'width="60" height="20px"'],
  ['width="100%" height="2em"', 'width="100%" height="2em"'],
])("the size %s becomes %s", (given, expected) => {
  expect(normalized(root(given))).toBe(root(expected));
  const prefix = '<?xml version="1.0"?>\n<!-- <svg width="1mm"> -->\n';
  expect(normalized(prefix + root(given))).toBe(prefix + root(expected));
});

test("only the root's size changes", () => {
  const svg = `<svg width="25.4mm" height="96"><rect width="25.4mm"/></svg>`;
  expect(normalized(svg)).toBe(`<svg width="96" height="96"><rect width="25.4mm"/></svg>`);
});

test.each(["utf-16le", "utf-16be"])("an SVG in %s becomes UTF-8", (encoding) => {
  const xml = '\uFEFF<?xml version="1.0" encoding="UTF-16"?><svg width="25.4mm"><text>Größe</text></svg>';
  const file = Buffer.from(xml, "utf16le");
  if (encoding === "utf-16be") file.swap16();
  expect(fileTypeOf(file)).toBe("svg");
  expect(normalizeSvg(file).toString()).toBe('<?xml version="1.0"?><svg width="96"><text>Größe</text></svg>');
});

test("other bytes stay as they are", () => {
  const file = Buffer.concat([
    Buffer.from("<svg><text>"),
    Buffer.from([0xe4, 0xff]),
    Buffer.from("</text></svg>"),
  ]);
  expect(normalizeSvg(file).equals(file)).toBe(true);
  expect([hasText(file), hasText(Buffer.from("<svg><path/></svg>"))]).toEqual([true, false]);
});
