// The rules on how heavy a page is, and how safe.
import { FIRST_BYTE_MS } from "../../app/features/page-facts/rules.ts";
import { fail, type Judge, type JudgePage, pass, unchecked, warn } from "./verdict.ts";

const HTML_BYTES = 1_000_000;
/** What one packet holds needs no compression. */
const PACKET_BYTES = 1_400;
const BLOCKING_MAX = 2;
const YEAR_SECONDS = 31_536_000;

const firstByte: Judge = ({ page }) => {
  if (!page) return unchecked("page");
  const ms = page.answer.firstByteMs;
  if (ms <= FIRST_BYTE_MS.good) return pass({ ms });
  return ms <= FIRST_BYTE_MS.fair ? warn({ ms }) : fail({ ms });
};

const kB = (bytes: number) => Math.ceil(bytes / 1000);

const htmlSize: Judge = ({ page }) => {
  if (!page) return unchecked("page");
  const { bytes, isCut } = page.answer.body;
  if (isCut) return fail();
  return bytes.length < HTML_BYTES ? pass({ kB: kB(bytes.length) }) : warn({ kB: kB(bytes.length) });
};

const compressed: Judge = ({ page }) => {
  if (!page) return unchecked("page");
  const { bytes, encoding } = page.answer.body;
  if (encoding) return pass({ encoding: encoding === "br" ? "Brotli" : encoding });
  return bytes.length <= PACKET_BYTES ? pass() : fail({ kB: kB(bytes.length) });
};

const headers: Judge = ({ page }) => {
  if (!page) return unchecked("page");
  const sent = page.answer.headers;
  const age = /max-age\s*=\s*"?(\d+)/i.exec(sent["strict-transport-security"] ?? "")?.[1];
  const isFramed =
    /frame-ancestors/i.test(String(sent["content-security-policy"] ?? "")) || sent["x-frame-options"];
  const missing = [
    ...(page.url.protocol === "http:" || Number(age ?? 0) >= YEAR_SECONDS
      ? []
      : ["Strict-Transport-Security (for a year)"]),
    ...(/nosniff/i.test(String(sent["x-content-type-options"] ?? "")) ? [] : ["X-Content-Type-Options"]),
    ...(isFramed ? [] : ["frame-ancestors or X-Frame-Options"]),
  ];
  return missing.length ? warn({ missing }) : pass();
};

const blocking: JudgePage = ({ read }) => {
  const count = read!.scripts.blocking;
  return count <= BLOCKING_MAX ? pass({ count }) : warn({ count });
};

const sizedImages: JudgePage = ({ read }) => {
  const { all, unsizedCount: missing } = read!.images;
  if (!all) return null;
  return missing ? warn({ count: all, missing }) : pass({ count: all });
};

const lazyFirst: JudgePage = ({ read }) => {
  if (!read!.images.all) return null;
  return read!.images.isFirstLazy ? warn() : pass();
};

const mixed: JudgePage = ({ read, url }) => {
  if (url.protocol !== "https:") return null;
  const urls = read!.insecure;
  return urls.length ? fail({ count: urls.length, urls: urls.slice(0, 3) }) : pass();
};

/** Of the answer. */
export const answerRules = { "first-byte": firstByte, "html-size": htmlSize, compressed, headers };
/** Of the page in it. */
export const weightRules = { blocking, "sized-images": sizedImages, "lazy-first": lazyFirst, mixed };
