import { ReadableStream } from "node:stream/web";

/** Byte order mark, so spreadsheets read UTF-8. */
const CSV_START = "\uFEFF";
/** Each chunk has overhead, so lines are sent in batches. */
const CHUNK_CHARACTERS = 32 * 1024;

/** The start of a formula (OWASP). Spreadsheets also accept full-width signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Returns a CSV line (RFC 4180). Formulas get a leading quote, because visitors write these values and the
 * owner opens the file.
 */
export function csvLine(values: string[]): string {
  const cells = values.map((value) => {
    const safe = FORMULA.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${cells.join(",")}\r\n`;
}

/**
 * Returns a CSV download.
 * @param columns headers with functions that return a row's value
 * @param rows read while sending, until the client disconnects
 */
export function csvDownload<Row>(
  filename: string,
  columns: Record<string, (row: Row) => string>,
  rows: AsyncIterable<Row> | Iterable<Row>,
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
