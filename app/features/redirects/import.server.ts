// Imports redirects from a CSV file with the columns From and To, as the export writes them.
import { CsvError, parse } from "csv-parse/sync";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { refuseLive, type Site, valuesOf, write } from "./queries.owner.server.ts";
import { findRedirect } from "./queries.server.ts";
import { redirect } from "./rules.ts";
import { findByPath, oldPath, serializeSaves } from "./write.server.ts";

/** The maximum number of lines. */
const IMPORT_MAX_LINES = 1_000;

/** The result of a line, with its number in the file. */
export type ImportedLine = {
  line: number;
  from: string;
  /** as written in the file */
  to?: string;
  outcome: "added" | "changed" | "unchanged" | "refused";
  /** why it was rejected, or a note */
  note?: string | undefined;
};

type Line = { line: number; from: string; to: string };

/**
 * Imports every valid line and reports why the others were rejected. An existing redirect gets the file's target, and
 * its line names the previous one; two lines never share an old path. Everything is one transaction, so an error
 * changes nothing.
 * @param isPreview reports what an import would do, and stores nothing
 * @throws Refused if the file isn't CSV or is too long
 */
export async function importRedirects(
  db: Database,
  csv: string,
  site: Site,
  isPreview = false,
): Promise<ImportedLine[]> {
  const lines = readLines(csv);
  if (lines.length > IMPORT_MAX_LINES) throw new Refused({ "": words.tooManyLines(IMPORT_MAX_LINES) });
  const checked: { line: Line; refused?: string }[] = [];
  // Requests pages before the transaction, because other saves wait for it.
  for (const line of lines) checked.push({ line, refused: await whyNot(db, line, site) });
  const takeAll = async (tx: Database) => {
    await serializeSaves(tx);
    const imported: ImportedLine[] = [];
    const taken = new Map<string, number>();
    for (const { line, refused } of checked) {
      const result = refused
        ? { ...refusal(line), note: refused }
        : await importLine(tx, line, site.siteUrl, taken);
      if (result.outcome !== "refused") taken.set(result.from, line.line);
      imported.push({ ...result, to: line.to });
    }
    return imported;
  };
  return isPreview ? withRollback(db, takeAll) : db.transaction(takeAll);
}

const refusal = ({ line, from }: Line): ImportedLine => ({ line, from, outcome: "refused" });

/** @returns why a line can't be imported, regardless of the lines before it */
async function whyNot(db: Database, line: Line, site: Site): Promise<string | undefined> {
  const input = redirect.safeParse(asInput(line));
  if (!line.to && line.from) return words.missingToInFile;
  if (!input.success) return input.error.issues[0]?.message;
  return reasonOf(async () => {
    const from = oldPath(input.data.from_path, site.siteUrl);
    const found = await findByPath(db, from);
    // An import changes targets, but doesn't turn redirects on.
    if (found && !found.is_on) throw new Refused({ "": words.isOff(from) });
    if (!found) await refuseLive(from, site.ask);
  });
}

/** @param taken the lines imported before, by old path */
async function importLine(
  tx: Database,
  line: Line,
  siteUrl: string,
  taken: ReadonlyMap<string, number>,
): Promise<ImportedLine> {
  const input = redirect.parse(asInput(line));
  const from = oldPath(input.from_path, siteUrl);
  const earlier = taken.get(from);
  if (earlier !== undefined) return { ...refusal(line), note: words.sameAsLine(earlier) };
  const before = await findByPath(tx, from);
  // A record's former slug, which an export lists too.
  const left = before ? null : await findRedirect(tx, from);
  if (left && left.to_path === (input.answer === "410" ? null : input.to_path))
    return { line: line.line, from, outcome: "unchanged" };
  let note: string | undefined;
  const refused = await reasonOf(async () => {
    note = (await write(tx, before?.id ?? null, valuesOf(input, siteUrl), siteUrl)).note;
  });
  if (refused) return { ...refusal(line), note: refused };
  if (!before) return { line: line.line, from, outcome: "added", note };
  const now = await findByPath(tx, from);
  if (now?.to_path === before.to_path) return { line: line.line, from, outcome: "unchanged", note };
  const notes = [words.wasChanged(before.to_path), note].filter(Boolean);
  return { line: line.line, from, outcome: "changed", note: notes.join(" ") };
}

async function reasonOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

const isGone = (to: string) => /^(gone|410)$/i.test(to);

const asInput = ({ from, to }: Line) => ({
  from_path: from,
  answer: isGone(to) ? "410" : "301",
  to_path: isGone(to) ? "" : to,
});

/** The file's separator; the others are then part of its URLs. */
const SEPARATORS = [",", ";", "\t"];
/** How many lines are checked to detect the separator. */
const LOOKED_AT = 50;

type Records = { record: string[]; info: { lines: number } }[];

function readLines(csv: string): Line[] {
  const records = parseCsv(csv);
  const { from, to } = columnsOf(records);
  const hasNames = from !== -1 && to !== -1;
  return records.slice(hasNames ? 1 : 0).map(({ record, info }) => ({
    line: info.lines,
    from: record[hasNames ? from : 0]?.trim() ?? "",
    to: record[hasNames ? to : 1]?.trim() ?? "",
  }));
}

function columnsOf(records: Records) {
  const names = records[0]?.record.map((name) => name.trim().toLowerCase()) ?? [];
  return { from: names.findIndex(isFromColumn), to: names.findIndex(isToColumn) };
}

const isFromColumn = (name: string) => /^(from|from_path|source|old)\b/.test(name);
const isToColumn = (name: string) => /^(to|to_path|target|destination|new)\b/.test(name);

/**
 * Reads the file with the most plausible separator: the one that finds both column names, else the one by which most
 * lines are a URL and a target.
 * @throws Refused if none makes it a CSV file
 */
function parseCsv(csv: string): Records {
  const tried = SEPARATORS.map((separator) => {
    try {
      const records = parseBy(separator, csv);
      return { records, sense: senseOf(records) };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return { error, sense: -1 };
    }
  });
  // On a tie, the first one: a comma.
  const [best] = tried.toSorted((a, b) => b.sense - a.sense);
  if (best?.records) return best.records;
  const { lines } = best!.error!;
  throw new Refused({ "": words.notCsv(typeof lines === "number" ? lines : undefined) });
}

const parseBy = (delimiter: string, csv: string) =>
  parse(csv, {
    bom: true,
    info: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as Records;

function senseOf(records: Records): number {
  const { from, to } = columnsOf(records);
  if (from !== -1 && to !== -1) return LOOKED_AT + 1;
  return records.slice(0, LOOKED_AT).filter(({ record }) => {
    const [address = "", target = ""] = record.map((cell) => cell.trim());
    return isPathOrUrl(address) && (isPathOrUrl(target) || isGone(target));
  }).length;
}

const isPathOrUrl = (cell: string) => /^(\/|https?:\/\/)/i.test(cell);
