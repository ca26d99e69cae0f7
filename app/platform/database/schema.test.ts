// During an update the version before goes on reading and writing for a while, in a schema that is newer than itself
// (CONTRIBUTING, "Changing the schema").
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

/** The first migration that this holds for: before it every update was a stop and a start. */
const SINCE = 21;
/** The second half of a change: the version before does without what goes. Its name says so. */
const CONTRACT = /_contract_/;
/** What an older program trips over: what it names is gone, or what it leaves out has to be there. */
const TAKES_AWAY =
  /\b(drop (table|column|view|type)|rename (to|column)|set not null|alter column \S+ (set data )?type)\b/i;
/** A function's or a trigger's own text is the newer schema's business. */
const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "").replace(/--.*$/gm, "");

test("no migration takes anything away from the version before, unless it is the second half of a change", () => {
  const taking = readMigrationJournal()
    .entries.slice(SINCE)
    .filter(({ tag }) => !CONTRACT.test(tag))
    .filter(({ tag }) =>
      TAKES_AWAY.test(withoutBodies(fs.readFileSync(path.join(MIGRATIONS, `${tag}.sql`), "utf8"))),
    );
  expect(taking.map(({ tag }) => tag)).toEqual([]);
});

test("what the version before reads is there after the newest migration, and what it writes is enough", async () => {
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

test("what the migrations are read to create is what they create", async () => {
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

test("the newest snapshot, from which the next migration is generated, is the only one kept", () => {
  const snapshots = fs.readdirSync(path.join(MIGRATIONS, "meta")).filter((name) => name.includes("snapshot"));
  const newest = readMigrationJournal().entries.at(-1)!.tag.split("_")[0];
  expect(snapshots).toEqual([`${newest}_snapshot.json`]);
});
