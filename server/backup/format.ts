// What a backup file is: a gzipped tar archive. First its contents, then DATA_DIR's files, then the tables, then sums.
import { createHash, type Hash, hash } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import type { SchemaTable } from "../../app/platform/database/schema.server.ts";

/**
 * Format 2 has sums in its last entry. A file of a later kind (such as pictures that are kept elsewhere) takes a new
 * number: a version that does not know it must not restore half of a site.
 */
export const FORMAT = 2;

/** The first entry: what was saved, by which schema. */
export const contentsShape = z.object({
  format: z.number().int().positive(),
  made_at: z.iso.datetime(),
  /** how many migrations the database had seen */
  migrations: z.number().int().positive().max(100_000),
  /** parents before the tables that refer to them */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).max(2000) })).max(2000),
});
export type Contents = z.infer<typeof contentsShape>;

const byName = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const count = z.number().int().nonnegative();

/** The last entry, without which the file is not whole. */
export const endShape = z.object({
  rows: byName(count),
  files: count,
  /** by table, `RowSum`'s; absent in format 1, as the two below */
  sums: byName(z.string()).optional(),
  /** by file, SHA-256 in hexadecimal digits */
  hashes: byName(z.string()).optional(),
  /** files that could not be read when the backup was made */
  unread: z.array(z.string()).optional(),
});
export type End = z.infer<typeof endShape>;

export const CONTENTS = "backup.json";
export const END = "end.json";
export const FILES = "files/";
export const TABLES = "tables/";

/**
 * Logins, links to previews, counters of attempts with their secret, what the worker is about, the row by which saves of
 * redirects take turns, and the list of the site's own backups: a restored site begins with none. A link that was ended after the backup must not work again. It may be a copy beside the first one, and must not delete that one's backups.
 */
const PASSING = [
  ...["admin_sessions", "preview_links", "rate_limits", "backups", "secrets", "worker_pulse"],
  "redirect_turns",
];

/** A failure that the operator can act on, in one line. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const isPassing = (table: string) => PASSING.includes(table);

/** The tables of a schema that a backup holds. */
export const backedUpTables = (schema: SchemaTable[]) => schema.filter(({ name }) => !isPassing(name));

/** A table with its columns, as COPY names them. */
export function copyTarget({ name, columns }: SchemaTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

/**
 * Readies a session that reads or writes tables for a backup: text has one form whatever the server is set to, a row
 * that its role may not see is an error and not left out, and a large table takes as long as it takes.
 */
export async function prepareSession(client: pg.ClientBase) {
  await client.query(
    `set client_encoding to 'UTF8'; set datestyle to 'ISO, YMD'; set timezone to 'UTC'; set intervalstyle to 'postgres';
     set extra_float_digits to 1; set bytea_output to 'hex'; set row_security to off; set search_path to public;
     set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`,
  );
}

const NEWLINE = 10;
const MASK = (1n << 256n) - 1n;

/**
 * Counts the rows of a table as COPY writes them and adds up their SHA-256, modulo 2^256: the same for the same rows
 * in any order, which a restore may change. Rows may be cut anywhere.
 */
export class RowSum {
  rows = 0;
  /** of COPY's text */
  bytes = 0;
  #sum = 0n;
  #begun: Hash | null = null;

  add(chunk: Buffer) {
    this.bytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const row = chunk.subarray(from, end);
      this.#count(this.#begun ? this.#begun.update(row).digest("hex") : hash("sha256", row, "hex"));
      this.#begun = null;
      from = end + 1;
    }
    if (from < chunk.length) this.#begun = (this.#begun ?? createHash("sha256")).update(chunk.subarray(from));
  }

  #count(digest: string) {
    this.rows++;
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) & MASK;
  }

  /** in hexadecimal digits */
  get sum(): string {
    return this.#sum.toString(16);
  }
}
