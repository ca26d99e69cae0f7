// During an update, the previous version keeps running on the newer schema (CONTRIBUTING, "Changing the schema").
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

/** Until this migration, every update stopped the site, so earlier migrations may break the previous version. */
const SINCE = 21;
/** Matches names of migrations that may drop what the previous version no longer needs. */
const CONTRACT = /_contract_/;
/** These statements remove something the previous version uses, or require something it omits. */
const BREAKING =
  /\b(drop (table|column|view|type)|rename (to|column)|set not null|alter column \S+ (set data )?type)\b/i;
/** Function and trigger bodies only concern the newer schema. */
const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "").replace(/--.*$/gm, "");
/** A renamed table that keeps a view under its old name breaks nothing. Renamed indexes and constraints don't, either. */
const withoutSafeRenames = (sql: string) =>
  sql
    .replace(/^alter index .* rename to .*$/gim, "")
    .replace(/^alter table "(\w+)" rename to .*$/gim, (all, name) =>
      new RegExp(`^create view "${name}" with \\(security_invoker = true\\)`, "im").test(sql) ? "" : all,
    );

test("only contract migrations may break the previous version", () => {
  const taking = readMigrationJournal()
    .entries.slice(SINCE)
    .filter(({ tag }) => !CONTRACT.test(tag))
    .filter(({ tag }) =>
      BREAKING.test(
        withoutSafeRenames(withoutBodies(fs.readFileSync(path.join(MIGRATIONS, `${tag}.sql`), "utf8"))),
      ),
    );
  expect(taking.map(({ tag }) => tag)).toEqual([]);
});

test("every migration is dated after the one before, or updates would skip it", () => {
  const dates = readMigrationJournal().entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
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

test("`listOwnColumns` lists every column that the migrations create", async () => {
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

test("only the newest schema snapshot is kept", () => {
  const snapshots = fs.readdirSync(path.join(MIGRATIONS, "meta")).filter((name) => name.includes("snapshot"));
  const newest = readMigrationJournal().entries.at(-1)!.tag.split("_")[0];
  expect(snapshots).toEqual([`${newest}_snapshot.json`]);
});
