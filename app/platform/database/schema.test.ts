// During an update, the previous version keeps reading and writing a schema that is newer than its own (CONTRIBUTING,
// "Changing the schema").
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase, openTestDatabases } from "../../../tests/support/database.ts";
import { quietLog as log } from "../../../tests/support/quiet-log.ts";
import { migrateDatabase } from "./database.server.ts";
import {
  countKnownMigrations,
  listOwnColumns,
  MIGRATIONS,
  readMigrationJournal,
  readTables,
} from "./schema.server.ts";

/** The first migration this applies to: before it, every update was a stop and a start. */
const SINCE = 21;
/** The second half of a change: the previous version no longer needs what is dropped. The migration's name says so. */
const CONTRACT = /_contract_/;
/** Changes that break the previous version: something it names is gone, or something it omits is required. */
const TAKES_AWAY =
  /\b(drop (table|column|view|type)|rename (to|column)|set not null|alter column \S+ (set data )?type)\b/i;
/** The body of a function or trigger only concerns the newer schema. */
const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "").replace(/--.*$/gm, "");

test("no migration removes anything from the previous version unless it contracts", () => {
  const taking = readMigrationJournal()
    .entries.slice(SINCE)
    .filter(({ tag }) => !CONTRACT.test(tag))
    .filter(({ tag }) =>
      TAKES_AWAY.test(withoutBodies(fs.readFileSync(path.join(MIGRATIONS, `${tag}.sql`), "utf8"))),
    );
  expect(taking.map(({ tag }) => tag)).toEqual([]);
});

test("the previous version can still read and write after the newest migration", async () => {
  const { pool } = await openTestDatabases();
  const { rows } = await pool.query<{ name: string; column: string; isNeeded: boolean }>(
    `select table_name as name, column_name as column,
        is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "isNeeded"
      from information_schema.columns where table_schema = 'public'`,
  );
  const tag = readMigrationJournal().entries.at(-1)!.tag;
  for (const { name, columns } of await tablesOfVersionBefore()) {
    const present = rows.filter((row) => row.name === name);
    if (!CONTRACT.test(tag))
      expect([name, columns.filter((one) => !present.some(({ column }) => column === one))]).toEqual([
        name,
        [],
      ]);
    const needed = present.filter(({ column, isNeeded }) => isNeeded && !columns.includes(column));
    expect([name, needed.map(({ column }) => column)]).toEqual([name, []]);
  }
});

test("the migrations create exactly what `listOwnColumns` reads from them", async () => {
  const { pool } = await openTestDatabases();
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  );
  for (const { name, columns } of rows)
    expect(
      columns.filter((column) => !listOwnColumns().get(name)?.has(column)).map((c) => `${name}.${c}`),
    ).toEqual([]);
});

async function tablesOfVersionBefore() {
  const connection = await createTestDatabase({ migrated: false });
  await migrateDatabase(connection, log, { upTo: countKnownMigrations() - 1 });
  const client = new pg.Client(connection);
  await client.connect();
  return readTables(client).finally(() => client.end());
}

test("only the newest snapshot is kept, which the next migration is generated from", () => {
  const snapshots = fs.readdirSync(path.join(MIGRATIONS, "meta")).filter((name) => name.includes("snapshot"));
  const newest = readMigrationJournal().entries.at(-1)!.tag.split("_")[0];
  expect(snapshots).toEqual([`${newest}_snapshot.json`]);
});
