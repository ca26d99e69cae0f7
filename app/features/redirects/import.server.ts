// Imports redirects from a CSV file with the columns From and To, as in an export.
import { CsvError, parse } from "csv-parse/sync";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { refuseLive, type Site, valuesOf, write } from "./queries.owner.server.ts";
import { findRedirect } from "./queries.server.ts";
import { redirect } from "./rules.ts";
import { findByPath, oldPath, serializeSaves } from "./write.server.ts";

const IMPORT_MAX_LINES = 1_000;

/** `line` is the line number in the file. */
export type ImportedLine = {
  line: number;
  from: string;
  to?: string;
  outcome: "added" | "changed" | "unchanged" | "refused";
  /** the reason for a rejection, or a note */
  note?: string | undefined;
};

type Line = { line: number; from: string; to: string };

/**
 * Imports valid lines and reports why others were rejected. A duplicate old path is rejected. Runs in one
 * transaction, so an error changes nothing.
 * @param isPreview reports what would happen without storing anything
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
  // Pages are requested before the transaction starts, because it blocks other saves.
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

/** Returns why a line is invalid, regardless of earlier lines. */
async function whyNot(db: Database, line: Line, site: Site): Promise<string | undefined> {
  const input = redirect.safeParse(asInput(line));
  if (!line.to && line.from) return words.missingToInFile;
  if (!input.success) return input.error.issues[0]?.message;
  return reasonOf(async () => {
    const from = oldPath(input.data.from_path, site.siteUrl);
    const found = await findByPath(db, from);
    // An import doesn't turn redirects on.
    if (found && !found.is_on) throw new Refused({ "": words.isOff(from) });
    if (!found) await refuseLive(from, site.ask);
  });
}

/**
 * Imports a line within the transaction.
 * @param taken line numbers of earlier lines, by old path
 */
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
  // Exports also list redirects from former slugs. Importing one as exported changes nothing.
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

const SEPARATORS = [",", ";", "\t"];
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
 * Parses the file with the most plausible separator: one that yields both column names, or else the most
 * valid lines.
 * @throws Refused if no separator yields valid CSV
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
  // The sort is stable, so a comma wins a tie.
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
