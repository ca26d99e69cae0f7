// A backup is a gzipped tar archive of contents, DATA_DIR's files, tables and checksums.
import { createHash, type Hash, hash } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import type { SchemaTable } from "../../app/platform/database/schema.server.ts";

/** Format 2 added checksums. Increment the format when adding content that older versions must refuse. */
export const FORMAT = 2;

/** The archive's first entry. */
export const contentsShape = z.object({
  format: z.number().int().positive(),
  made_at: z.iso.datetime(),
  /** How many migrations had been applied. */
  migrations: z.number().int().positive().max(100_000),
  /** Parent tables come first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).max(2000) })).max(2000),
});
export type Contents = z.infer<typeof contentsShape>;

const byName = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const count = z.number().int().nonnegative();

/** The archive's last entry. Without it, a backup is incomplete. */
export const endShape = z.object({
  rows: byName(count),
  files: count,
  /** By table, from `RowSum`. Format 1 lacks this field and the next two. */
  sums: byName(z.string()).optional(),
  /** By file, SHA-256 in hex. */
  hashes: byName(z.string()).optional(),
  unread: z.array(z.string()).optional(),
});
export type End = z.infer<typeof endShape>;

export const CONTENTS = "backup.json";
export const END = "end.json";
export const FILES = "files/";
export const TABLES = "tables/";

/**
 * These tables must be empty in a restored site. For example, a revoked preview link must stay revoked, and a copy must
 * not delete the original site's backups.
 */
const PASSING = [
  ...["admin_sessions", "preview_links", "rate_limits", "backups", "secrets", "worker_pulse"],
  ...["redirect_turns", "login_steps"],
];

/** Has a one-line message that the operator can act on. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const isPassing = (table: string) => PASSING.includes(table);

/** Returns which of a schema's tables are backed up. */
export const backedUpTables = (schema: SchemaTable[]) => schema.filter(({ name }) => !isPassing(name));

/** Returns a table and its columns in the syntax of COPY. */
export function copyTarget({ name, columns }: SchemaTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

/** Prepares a session: fixed text formats, no timeouts, and an error for rows that the role can't see. */
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
 * Counts rows in COPY format and adds up their SHA-256 hashes modulo 2^256. The sum doesn't depend on the order of
 * rows, which a restore may change. Chunks may split rows.
 */
export class RowSum {
  rows = 0;
  /** Length of the COPY text. */
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

  /** Hexadecimal. */
  get sum(): string {
    return this.#sum.toString(16);
  }
}
