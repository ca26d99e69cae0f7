// Reads CSV text as spreadsheets write or copy it.

/** Decodes a file in UTF-8, UTF-16 or, as a last resort, Windows-1252. Removes its byte order mark. */
export function decodeSheet(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const SEPARATORS = [",", ";", "\t"];
/** Excel may name the separator in a line of its own. */
const NAMED = /^\uFEFF?sep=(.)\r?\n/i;

/** Returns the separator, judging by the first line. Copied cells have tabs, and many countries' files semicolons. */
export function separatorOf(csv: string): string {
  const named = NAMED.exec(csv)?.[1];
  if (named) return named;
  const [line = ""] = csv.split(/\r?\n/, 1);
  const counted = SEPARATORS.map((one) => ({ one, count: line.split(one).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.one;
}

/** Removes the line that names the separator. */
export const withoutSeparatorLine = (csv: string): string => csv.replace(NAMED, "");
