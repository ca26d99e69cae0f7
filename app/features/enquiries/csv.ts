/** Tells a spreadsheet that the file is UTF-8. */
export const CSV_START = "\uFEFF";

/**
 * One line of a CSV file (RFC 4180). A value that a spreadsheet would run as a formula gets a quote before it:
 * visitors write these values, and the owner opens them.
 */
export function csvLine(values: string[]): string {
  const cells = values.map((value) => {
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${cells.join(",")}\r\n`;
}
