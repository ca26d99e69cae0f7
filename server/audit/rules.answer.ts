import { FIRST_BYTE_MS } from "../../app/features/page-checks/judges.ts";
import { fail, pass, unchecked, warn } from "../../app/features/page-checks/rule.ts";
import type { Judge } from "./seen.ts";

const HTML_BYTES = 1_000_000;
/** Responses that fit into one packet don't need compression. */
const PACKET_BYTES = 1_400;
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

export const answerRules = { "first-byte": firstByte, "html-size": htmlSize, compressed, headers };
