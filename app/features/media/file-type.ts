// Detects a file's type from its first bytes; its name and declared type don't count.

/** HEIC isn't supported, but gets its own error message. */
export type FileType = "jpeg" | "png" | "gif" | "webp" | "avif" | "svg" | "heic";

export const HEAD_BYTES = 4096;

export const mimeOf = (type: FileType): string => (type === "svg" ? "image/svg+xml" : `image/${type}`);

const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs)/;

/**
 * Returns null if the type isn't supported.
 * @param head the first `HEAD_BYTES`, or the whole file
 */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const latin = Buffer.from(head).toString("latin1");
  if (latin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(latin)) return "gif";
  if (/^RIFF[\s\S]{4}WEBP/.test(latin)) return "webp";
  if (latin.slice(4, 8) === "ftyp") return brandOf(latin);
  return isSvg(head) ? "svg" : null;
}

/** Returns the type of an ISO base media file by its brands, or null. */
function brandOf(latin: string): FileType | null {
  const length = Math.min(latin.charCodeAt(2) * 256 + latin.charCodeAt(3), 256);
  const brands = [latin.slice(8, 12), ...(latin.slice(16, length).match(/[\s\S]{4}/g) ?? [])];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return brands.some((brand) => HEIC_BRANDS.test(brand) || brand === "mif1" || brand === "msf1")
    ? "heic"
    : null;
}

/** Matches everything that may precede the root element of an XML document, also if it's read as Latin-1. */
export const BEFORE_ROOT =
  /^(?:\uFEFF|\xEF\xBB\xBF)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*/;

function isSvg(head: Uint8Array): boolean {
  const mark = head[0]! * 256 + head[1]!;
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(encoding).decode(head);
  return /^<(\w+:)?svg[\s>/]/.test(text.replace(BEFORE_ROOT, ""));
}
