import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { decodeSheet, separatorOf } from "../../platform/text/csv-input.ts";
import {
  addFinding,
  countIn,
  noteConverted,
  notImported,
  type ReadSource,
  UnreadableSource,
} from "../imported/item.ts";
import { convertHtml } from "./convert.server.ts";
import { itemOfFields, matchFields, type PlainField, unmatched } from "./plain-fields.server.ts";
import { encodingOf, readText } from "./text-file.server.ts";

const CELL_CHARS = 2_000_000;

/** Reads posts, one per row. Columns are matched by name. */
export const readCsv: ReadSource = async function* ({ path, name }, summary) {
  const rows = Readable.from(readText(path, await encodingOf(path))).pipe(
    parse({
      ...{ info: true, relax_column_count: true, skip_empty_lines: true },
      max_record_size: CELL_CHARS,
      delimiter: await separatorIn(path),
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
        // Excel may name the separator in a line of its own.
        if (/^sep=/i.test(record[0] ?? "")) continue;
        names = record.map((name) => name.trim());
        columns = matchFields(names);
        if (!columns.title || !columns.content) throw missingColumns(names);
        for (const why of notImported("other columns", unmatched(names, columns)))
          addFinding(summary.left, { title: name, why });
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
      // Without the old site's URL, full URLs in the file say which site it is.
      summary.siteUrl ||= URL.parse(value("url"))?.origin.replace(/^null$/, "") ?? "";
      const { siteUrl } = summary;
      const content = convertHtml(value("content"), { siteUrl, isWordPress: true });
      const item = itemOfFields(value, { source: "csv", siteUrl, content });
      noteConverted(summary, { title, line: info.lines }, content);
      const written = value("date");
      if (written && !item.date)
        addFinding(summary.changed, {
          title,
          why: `We couldn't read its date, “${written.slice(0, 40)}”.`,
          line: info.lines,
        });
      yield item;
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

async function separatorIn(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    return separatorOf(decodeSheet(buffer.subarray(0, bytesRead)));
  } finally {
    await file.close();
  }
}
