// Prepares SVGs for the renderer.
import { BEFORE_ROOT } from "./file-type.ts";

/** CSS pixels per unit. */
const UNITS: Record<string, number> = {
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  q: 96 / 101.6,
  in: 96,
  pt: 96 / 72,
  pc: 16,
};
const LENGTH = /(\b(?:width|height)\s*[=:]\s*["']?\s*)([\d.]+(?:e[+-]?\d+)?)\s*(mm|cm|q|in|pt|pc)\b/gi;

/**
 * Returns an SVG in UTF-8, with its size in pixels. The renderer would scale physical units twice, once for
 * the size and once for the density.
 */
export function normalizeSvg(file: Buffer): Buffer {
  const text = decodeUtf16(file);
  // Latin-1 keeps every byte of other encodings.
  const bytes = text === null ? file.toString("latin1") : Buffer.from(text, "utf8").toString("latin1");
  const start = BEFORE_ROOT.exec(bytes)?.[0].length ?? 0;
  const root = /^<(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(bytes.slice(start))?.[0] ?? "";
  const sized = root.replace(
    LENGTH,
    (_, before: string, number: string, unit: string) =>
      before + String(Number(number) * UNITS[unit.toLowerCase()]!),
  );
  return Buffer.from(bytes.slice(0, start) + sized + bytes.slice(start + root.length), "latin1");
}

/** Returns null unless the file is UTF-16 with a byte order mark, which XML requires for it. */
function decodeUtf16(file: Buffer): string | null {
  const mark = file.readUInt16BE(0);
  if (mark !== 0xfffe && mark !== 0xfeff) return null;
  const text = new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(file);
  return text.replace(/^(<\?xml[^>]*?)\sencoding=(["'])[^"']*\2/, "$1");
}

/** Returns whether an SVG contains text that the renderer needs fonts for. */
export const hasText = (svg: Buffer): boolean => /<(?:\w+:)?text[\s>]/.test(svg.toString("latin1"));
