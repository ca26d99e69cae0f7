// CSV files for spreadsheets, sent while their rows are read, so that any number of rows fits in memory.
import { ReadableStream } from "node:stream/web";

/** Tells a spreadsheet that the file is UTF-8. */
const CSV_START = "\uFEFF";
/** Lines are sent in batches of about this size: one by one, the overhead would exceed their content. */
const CHUNK_CHARACTERS = 32 * 1024;

/** The start of a formula, as OWASP lists it; spreadsheets treat full-width signs like the plain ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Returns one line of a CSV file (RFC 4180). A value that a spreadsheet would run as a formula gets a leading quote:
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
 * Returns a response that downloads a CSV file.
 * @param columns the header of each column and its value in a row
 * @param rows read while the file is being sent; reading stops if the client disconnects
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
