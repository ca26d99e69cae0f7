// Backup files may be damaged or malicious, so everything is checked before use.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import tar from "tar-stream";
import { countKnownMigrations, listOwnColumns } from "../../app/platform/database/schema.server.ts";
import { placeOf } from "./files.ts";
import {
  BackupRefused,
  CONTENTS,
  type Contents,
  contentsShape,
  END,
  type End,
  endShape,
  FILES,
  FORMAT,
  isPassing,
  RowSum,
  TABLES,
} from "./format.ts";

/** Enough for the checksums of half a million files. */
const JSON_MAX_BYTES = 64 * 1024 * 1024;
/** Any folder will do for checking that names stay inside it. */
const SOME_FOLDER = "/data";

export type CheckedBackup = {
  file: string;
  contents: Contents;
  end: End;
  /** Checksums of the tables to restore. */
  sums: Map<string, RowSum>;
  /** Uncompressed sizes. */
  fileBytes: number;
  tableBytes: number;
  /** Other applications' tables, which aren't restored. */
  foreign: string[];
};

/** A piece's content must be read before the next piece. */
export type Piece = { kind: "file" | "table"; name: string; content: AsyncIterable<Buffer> };

/**
 * Reads and checks a whole backup.
 * @throws BackupRefused if the file isn't a backup of this site, is incomplete or damaged, or was made by a newer
 *   version
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const sums = new Map<string, RowSum>();
  const hashes = new Map<string, string>();
  const ends: { contents?: Contents; end?: End } = {};
  let fileBytes = 0;
  for await (const { kind, name, content } of piecesOf(file, ends)) {
    if (kind === "table") {
      const sum = sums.get(name) ?? new RowSum();
      sums.set(name, sum);
      for await (const chunk of content) sum.add(chunk);
    } else {
      if (hashes.has(name))
        throw new BackupRefused(`${file} contains the file ${JSON.stringify(name)} twice.`);
      const hash = createHash("sha256");
      for await (const chunk of content) {
        hash.update(chunk);
        fileBytes += chunk.length;
      }
      hashes.set(name, hash.digest("hex"));
    }
  }
  const { contents, end } = ends;
  if (!contents || !end)
    throw new BackupRefused(`${file} isn't a complete backup of this site. Use another one.`);
  const foreign = findForeign(file, contents);
  for (const { name } of contents.tables) if (!sums.has(name)) sums.set(name, new RowSum());
  checkSums(file, end, sums, hashes);
  for (const name of sums.keys()) if (foreign.includes(name) || isPassing(name)) sums.delete(name);
  const tableBytes = [...sums.values()].reduce((all, { bytes }) => all + bytes, 0);
  return { file, contents, end, sums, fileBytes, tableBytes, foreign };
}

/**
 * Yields a backup's files and table pieces in order, and stores its first and last entries in `ends`.
 * @throws BackupRefused if the file can't be read or has an unexpected entry
 */
export async function* piecesOf(
  file: string,
  ends: { contents?: Contents; end?: End } = {},
): AsyncGenerator<Piece> {
  const archive = tar.extract();
  const read = pipeline(fs.createReadStream(file), createGunzip(), archive);
  // The loop below, or the `await` after it, also receives these errors.
  read.catch(() => {});
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header;
      const content = contentOf(file, entry as AsyncIterable<Buffer>);
      if (type !== "file" || ends.end) throw new BackupRefused(unknown(file, name));
      if (!ends.contents) {
        if (name !== CONTENTS) throw new BackupRefused(`${file} isn't a backup of this site.`);
        ends.contents = readContents(file, await readJson(content));
      } else if (name === END) {
        ends.end = endShape.parse(await readJson(content));
      } else if (name.startsWith(FILES)) {
        placeOf(SOME_FOLDER, name.slice(FILES.length));
        yield { kind: "file", name: name.slice(FILES.length), content };
      } else {
        const table = ends.contents.tables.find((one) => TABLES + one.name === name);
        if (!table) throw new BackupRefused(unknown(file, name));
        yield { kind: "table", name: table.name, content };
      }
    }
    await read;
  } catch (error) {
    throw asRefusal(file, error);
  } finally {
    archive.destroy();
  }
}

const unknown = (file: string, name: string) =>
  `${file} contains something unexpected: ${JSON.stringify(name.slice(0, 200))}. Use another one.`;

async function* contentOf(file: string, entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw asRefusal(file, error);
  }
}

function asRefusal(file: string, error: unknown): BackupRefused {
  if (error instanceof BackupRefused) return error;
  const { name, message } = error as Error;
  const reason = name === "ZodError" || name === "SyntaxError" ? "its header is invalid" : message;
  return new BackupRefused(`${file} can't be read as a backup (${reason}). Use another one.`);
}

async function readJson(content: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > JSON_MAX_BYTES) throw new Error("its header is too large");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

function readContents(file: string, read: unknown): Contents {
  const contents = contentsShape.parse(read);
  if (contents.format > FORMAT || contents.migrations > countKnownMigrations())
    throw new BackupRefused(`${file} was made by a newer version of this site. Update the site first.`);
  return contents;
}

function checkSums(file: string, end: End, sums: Map<string, RowSum>, hashes: Map<string, string>) {
  const damaged = (what: string) => new BackupRefused(`${file} is damaged: ${what}. Use another one.`);
  for (const [name, { rows, sum }] of sums) {
    const stated = end.rows[name];
    if (rows !== stated) throw damaged(`table ${JSON.stringify(name)} has ${rows} rows instead of ${stated}`);
    if (end.sums && end.sums[name] !== sum)
      throw damaged(`rows of table ${JSON.stringify(name)} have changed`);
  }
  if (hashes.size !== end.files) throw damaged(`it has ${hashes.size} files instead of ${end.files}`);
  for (const [name, hash] of hashes)
    if (end.hashes && end.hashes[name] !== hash)
      throw damaged(`the file ${JSON.stringify(name)} has changed`);
}

/**
 * Checks all table and column names against the schema, because they become part of SQL.
 * @returns other applications' tables, which only format 1 can contain
 */
function findForeign(file: string, { format, tables }: Contents): string[] {
  const own = listOwnColumns();
  const foreign: string[] = [];
  for (const { name, columns } of tables) {
    if (format === 1 && !own.has(name)) foreign.push(name);
    else if (!columns.every((column) => own.get(name)?.has(column)))
      throw new BackupRefused(`${file} has a table ${JSON.stringify(name)} that this version doesn't know.`);
  }
  return foreign;
}
