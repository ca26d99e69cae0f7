// The format of a backup file: a gzipped tar archive of its contents, DATA_DIR's files, the tables and the checksums.
import { createHash, type Hash, hash } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import type { SchemaTable } from "../../app/platform/database/schema.server.ts";

/**
 * Format 2 has checksums in its last entry. If a new kind of content is added (such as images stored elsewhere), the
 * number must increase: a version that doesn't know it must not restore half of a site.
 */
export const FORMAT = 2;

/** The first entry: what was saved, and under which schema. */
export const contentsShape = z.object({
  format: z.number().int().positive(),
  made_at: z.iso.datetime(),
  /** how many migrations the database had applied */
  migrations: z.number().int().positive().max(100_000),
  /** parents before the tables that refer to them */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).max(2000) })).max(2000),
});
export type Contents = z.infer<typeof contentsShape>;

const byName = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const count = z.number().int().nonnegative();

/** The last entry; a file without it is incomplete. */
export const endShape = z.object({
  rows: byName(count),
  files: count,
  /** by table, from `RowSum`; absent in format 1, as are the next two */
  sums: byName(z.string()).optional(),
  /** by file, SHA-256 in hex */
  hashes: byName(z.string()).optional(),
  /** files that couldn't be read when the backup was made */
  unread: z.array(z.string()).optional(),
});
export type End = z.infer<typeof endShape>;

export const CONTENTS = "backup.json";
export const END = "end.json";
export const FILES = "files/";
export const TABLES = "tables/";

/**
 * Sessions, half-finished sign-ins, preview links, rate limits and their secret, the worker's state, the lock row for
 * redirect saves, and the list of the site's own backups: a restored site starts with none of them. A link revoked after
 * the backup must not work again. The restored site may be a copy of a live one, and must not delete that one's backups.
 */
const PASSING = [
  ...["admin_sessions", "preview_links", "rate_limits", "backups", "secrets", "worker_pulse"],
  ...["redirect_turns", "login_steps"],
];

/** A failure that the operator can act on, in one line. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const isPassing = (table: string) => PASSING.includes(table);

/** Returns the tables of a schema that a backup holds. */
export const backedUpTables = (schema: SchemaTable[]) => schema.filter(({ name }) => !isPassing(name));

/** Returns a table with its columns, as COPY names them. */
export function copyTarget({ name, columns }: SchemaTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

/**
 * Prepares a session that reads or writes tables for a backup: text has one form, whatever the server's settings; a row
 * that the role may not see is an error instead of being left out; and a large table may take as long as it needs.
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
 * Counts a table's rows as COPY writes them and adds up their SHA-256 hashes, modulo 2^256: the sum is the same for the
 * same rows in any order, since a restore may reorder them. Chunks may split rows anywhere.
 */
export class RowSum {
  rows = 0;
  /** length of COPY's text */
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

  /** in hex */
  get sum(): string {
    return this.#sum.toString(16);
  }
}
