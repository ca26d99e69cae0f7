// Malicious files. None of them may crash one of the site's processes, run code or fetch anything, and every rejection
// has an explanation.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import type { ImageOutcome } from "../../app/features/media/file-job.server.ts";
import { receiveFile, UploadRefused } from "../../app/features/media/upload.server.ts";
import { folderOfFile } from "../../tests/support/test-folder.ts";
import { processImageInChild } from "./parent.ts";

const folder = folderOfFile();
const latin = (text: string) => Buffer.from(text, "latin1");
const box = (brand: string, more = "") =>
  Buffer.concat([
    latin(`\0\0\0${String.fromCharCode(16 + more.length)}ftyp${brand}\0\0\0\0${more}`),
    randomBytes(200),
  ]);

test.each([
  ["an empty file", Buffer.alloc(0)],
  ["plain text", latin("Dear Sir")],
  ["an HTML page with an SVG", latin("<!doctype html><svg></svg><script>alert(1)</script>")],
  ["a script", latin("alert(1)//<svg>")],
  ["a PDF", latin("%PDF-1.7 <svg>")],
  ["PostScript", latin("%!PS-Adobe-3.0 EPSF-3.0")],
  ["a TIFF", latin("II*\0aaaa")],
  ["a BMP", latin("BMaaaa")],
  ["an icon", latin("\0\0\x01\0\x01\0")],
  ["a JPEG 2000", latin("\0\0\0\x0cjP  \r\n\x87\n")],
  ["an archive", latin("PK\x03\x04")],
  ["a gzipped SVG", gzipSync("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a program", latin("\x7fELF")],
  ["a video", box("isom")],
  ["a HEIC", box("heic")],
  ["a HEIC with another brand", box("mif1", "heix")],
  ["XML that isn't SVG", latin("<?xml version='1.0'?><html><svg/></html>")],
])("%s is rejected at upload because of its first bytes", async (_, bytes) => {
  const body = (async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  })();
  const refused = await receiveFile(body, folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UploadRefused);
  expect((refused as UploadRefused).status).toBe(415);
});

const requests: string[] = [];
const outside = createServer((req, res) => {
  requests.push(req.url!);
  res.end();
}).listen(0, "127.0.0.1");
afterAll(() => void outside.close());
await once(outside, "listening");
const { port } = outside.address() as AddressInfo;

/** Builds one chunk of a PNG. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([latin(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
function png(width: number, height: number, pixels: Buffer, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const parts = [
    chunk("IHDR", head),
    ...more,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([latin("\x89PNG\r\n\x1a\n"), ...parts]);
}
/** Builds a GIF with one-pixel frames on a canvas of any size. */
function gif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = latin("!\xf9\x04\0\x05\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0");
  const head = Buffer.concat([latin("GIF89a"), size, latin("\x80\0\0\0\0\0\xff\xff\xff")]);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), latin(";")]);
}
const svg = (inside: string, more = 'width="60" height="40"', before = "") =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`,
  );

const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#00ff00" } });
const jpeg = await plain().jpeg().toBuffer();
const tall = await sharp({ create: { width: 1, height: 17_000, channels: 3, background: "#000000" } })
  .png()
  .toBuffer();
const noise = await sharp(randomBytes(300 * 300 * 3), {
  raw: { width: 300, height: 300, channels: 3 },
}).toBuffer({ resolveWithObject: true });
const noisy = () => sharp(noise.data, { raw: { width: 300, height: 300, channels: 3 } });
const [avif, webp, photo] = await Promise.all([
  noisy().avif({ effort: 0 }).toBuffer(),
  noisy().webp().toBuffer(),
  noisy().jpeg().toBuffer(),
]);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const large = Buffer.from(jpeg);
const size = large.indexOf(Buffer.from([0xff, 0xc0]));
large.writeUInt16BE(65_500, size + 5);
large.writeUInt16BE(65_500, size + 7);
const laughs = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
const nested = Array.from(
  { length: 30 },
  (_, i) => `<g id="g${i + 1}"><use href="#g${i}"/><use href="#g${i}"/></g>`,
).join("");

const HOSTILE: [string, Buffer, "made" | keyof typeof mediaRefusals | "either"][] = [
  ["a tiny PNG that claims 900 million pixels", png(30_000, 30_000, Buffer.alloc(1000)), "tooManyPixels"],
  ["a truncated PNG", png(600, 600, Buffer.alloc(1000)), "broken"],
  [
    "a small PNG with 50 MB of compressed text",
    png(
      1,
      1,
      Buffer.alloc(4),
      chunk("zTXt", Buffer.concat([latin("a\0\0"), deflateSync(Buffer.alloc(50_000_000))])),
    ),
    "either",
  ],
  [
    "a PNG with a wrong checksum",
    Buffer.from(png(1, 1, Buffer.alloc(4)).map((one, i) => (i === 30 ? one ^ 1 : one))),
    "broken",
  ],
  ["a PNG taller than WebP allows", tall, "tooManyPixels"],
  ["a JPEG that claims 65,500 pixels a side", large, "tooManyPixels"],
  ["a truncated JPEG", half(photo), "broken"],
  ["a JPEG with HTML appended", Buffer.concat([jpeg, latin("<script>alert(1)</script>PK\x03\x04")]), "made"],
  [
    "a JPEG header followed by noise",
    Buffer.concat([latin("\xff\xd8\xff\xe0"), randomBytes(5000)]),
    "broken",
  ],
  ["a 1-pixel GIF that claims 65,000 pixels a side", gif(65_000, 65_000, 1), "made"],
  ["a GIF with 200 frames", gif(10, 10, 200), "tooManyFrames"],
  ["a GIF with few frames and too many pixels", gif(2000, 2000, 20), "tooManyFrames"],
  ["a GIF that is also a script", latin(`GIF89a/*${"x".repeat(99)}*/=1;alert(1)`), "broken"],
  ["a truncated WebP", half(webp), "broken"],
  [
    "a WebP header followed by noise",
    Buffer.concat([latin("RIFF\xff\xff\xff\x7fWEBPVP8X"), randomBytes(3000)]),
    "broken",
  ],
  ["a truncated AVIF", half(avif), "broken"],
  ["an AVIF header followed by noise", box("avif"), "broken"],
  ["a HEIC that claims to be an AVIF", box("avif", "heic"), "broken"],
  [
    "an SVG with scripts",
    svg("<script>fetch('http://127.0.0.1/x')</script><rect width='9' height='9' onload='alert(1)'/>"),
    "made",
  ],
  [
    "an SVG with an embedded HTML page",
    svg(
      "<foreignObject width='60' height='40'><iframe xmlns='http://www.w3.org/1999/xhtml' src='http://127.0.0.1/'/></foreignObject>",
    ),
    "made",
  ],
  [
    "an SVG that requests other URLs",
    svg(
      `<image href="http://127.0.0.1:${port}/a.png" width="60" height="40"/><style>@import url(http://127.0.0.1:${port}/b.css);</style>`,
    ),
    "made",
  ],
  [
    "an SVG that reads a local file",
    svg(
      "<image href='file:///etc/passwd' width='60' height='40'/><text>&p;</text>",
      undefined,
      "<!DOCTYPE svg [<!ENTITY p SYSTEM 'file:///etc/passwd'>]>",
    ),
    "either",
  ],
  [
    "an SVG with a billion-laughs entity",
    svg("<text>&l12;</text>", undefined, `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>`),
    "broken",
  ],
  [
    "an SVG with a billion nested references",
    svg(`<defs><g id="g0"><rect width="9" height="9"/></g>${nested}</defs><use href="#g30"/>`),
    "either",
  ],
  [
    "an SVG that claims a billion pixels a side",
    svg("<rect/>", 'width="1000000000" height="1000000000"'),
    "broken",
  ],
  ["an SVG with width and height 0", svg("<rect/>", 'width="0" height="0"'), "broken"],
  [
    "an SVG that is 1 pixel wide and 30,000 tall",
    svg("<rect/>", 'width="1" height="30000"'),
    "tooManyPixels",
  ],
  ["an SVG that doesn't end", latin("<svg xmlns='http://www.w3.org/2000/svg'><g><g>"), "broken"],
  ["a CMYK photo", await plain().toColourspace("cmyk").jpeg().toBuffer(), "made"],
  [
    "an SVG in UTF-16",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg("<rect/>").toString(), "utf16le")]),
    "either",
  ],
];

test("thirty hostile files become plain images or are rejected with a message", async () => {
  expect(HOSTILE.length).toBe(30);
  const wrong: unknown[] = [];
  const run = async ([name, bytes, expected]: (typeof HOSTILE)[number], i: number) => {
    const own = path.join(folder, String(i));
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, "file"), bytes);
    const task = {
      file: path.join(own, "file"),
      folder: own,
      focalX: 0.5,
      focalY: 0.5,
      have: [],
      isStart: false,
    };
    const outcome: ImageOutcome = await processImageInChild(task, () => {}, undefined);
    const found = outcome.is === "refused" ? outcome.reason : outcome.is;
    if (outcome.is === "refused") expect(mediaRefusals[outcome.reason]).toMatch(/^[A-Z].+\.$/);
    if (found === "crashed" || (expected !== "either" && found !== expected))
      wrong.push({ name, expected, outcome });
    for (const made of fs.readdirSync(own)) {
      const content = made === "file" ? "" : fs.readFileSync(path.join(own, made), "latin1");
      if (/script|alert|root:|passwd/.test(content)) wrong.push({ name, made });
    }
  };
  const waiting = HOSTILE.map((one, i) => () => run(one, i));
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await one();
  };
  await Promise.all([next(), next()]);
  expect(wrong).toEqual([]);
  expect(requests).toEqual([]);
});
