// Reads posts from a CSV file, one per line, with columns matched by name.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { CsvError, parse } from "csv-parse";
import { convertHtml } from "./convert.server.ts";
import { addFinding, countIn, noteConverted, type ReadSource, UnreadableSource } from "./item.ts";
import { itemOfFields, matchFields, type PlainField } from "./plain-fields.server.ts";

const CELL_CHARS = 2_000_000;

/** Reads a CSV file. It needs at least a title and a content column. */
export const readCsv: ReadSource = async function* ({ path }, summary) {
  const rows = createReadStream(path).pipe(
    parse({
      ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
      max_record_size: CELL_CHARS,
      delimiter: await separatorOf(path),
    }),
  );
  let columns: Partial<Record<PlainField, string>> | null = null;
  let names: string[] = [];
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!columns) {
        names = record.map((name) => name.trim());
        columns = matchFields(names);
        if (!columns.title || !columns.content) throw missingColumns(names);
        continue;
      }
      const at = columns;
      const value = (field: PlainField) => record[names.indexOf(at[field] ?? "")]?.trim() ?? "";
      countIn(summary.found, value("type").toLowerCase() || "post");
      const title = value("title");
      if (!title || !value("content")) {
        const why = title ? "It has no content." : "It has no title.";
        addFinding(summary.left, { title: title || "Untitled", why, line: info.lines });
        continue;
      }
      const { siteUrl } = summary;
      const content = convertHtml(value("content"), { siteUrl, isWordPress: true });
      noteConverted(summary, { title, line: info.lines }, content);
      yield itemOfFields(value, { source: "csv", siteUrl, content });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableSource(
      `This CSV file can't be read at line ${/at line (\d+)/.exec(error.message)?.[1] ?? 1}. Check its quotation marks.`,
    );
  }
  if (!columns) throw new UnreadableSource("This CSV file is empty.");
};

const missingColumns = (names: string[]) =>
  new UnreadableSource(
    `This CSV file needs the columns “title” and “content”. It has: ${names.slice(0, 20).join(", ").slice(0, 300)}.`,
  );

/** Returns the separator that occurs most often in the file's first line. */
async function separatorOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    const [line = ""] = buffer.subarray(0, bytesRead).toString("utf8").split(/\r?\n/, 1);
    const counted = [",", ";", "\t"].map((one) => ({ one, count: line.split(one).length }));
    return counted.toSorted((a, b) => b.count - a.count)[0]!.one;
  } finally {
    await file.close();
  }
}
