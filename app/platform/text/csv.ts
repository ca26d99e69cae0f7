// Files for a spreadsheet, sent while their rows are read, so that any number of rows fits into memory.
import { ReadableStream } from "node:stream/web";

/** Tells a spreadsheet that the file is UTF-8. */
const CSV_START = "\uFEFF";
/** Lines are sent together up to this many characters: one by one they would cost more than they are. */
const CHUNK_CHARACTERS = 32 * 1024;

/** What begins a formula, as OWASP lists it; spreadsheets take full-width signs for the plain ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of a CSV file (RFC 4180). A value that a spreadsheet would run as a formula gets a quote before it:
 * visitors write these values, and the owner opens them.
 */
export function csvLine(values: string[]): string {
  const cells = values.map((value) => {
    const safe = FORMULA.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${cells.join(",")}\r\n`;
}

/**
 * The answer that gives a CSV file to download.
 * @param columns the head of each column, and its value in a row
 * @param rows read on while the file is being sent; not read to the end where the client goes away
 */
export function csvDownload<Row>(
  filename: string,
  columns: Record<string, (row: Row) => string>,
  rows: AsyncIterable<Row>,
): Response {
  const encoder = new TextEncoder();
  async function* chunks() {
    const values = Object.values(columns);
    let chunk = CSV_START + csvLine(Object.keys(columns));
    for await (const row of rows) {
      chunk += csvLine(values.map((value) => value(row)));
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield encoder.encode(chunk);
      chunk = "";
    }
    yield encoder.encode(chunk);
  }
  return new Response(ReadableStream.from(chunks()) as globalThis.ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}
