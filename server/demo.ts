// Demo mode (DEMO=1): the site goes back to its first state every hour. That state is in a schema of its own, which also
// marks the database as a demo.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getTableName } from "drizzle-orm";
import type pg from "pg";
import { backups } from "../app/features/backups/table.server.ts";
import { openStore, uploadsFolder } from "../app/features/media/store.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import { readTables, type SchemaTable } from "../app/platform/database/schema.server.ts";
import { secrets } from "../app/platform/database/secret.table.server.ts";
import { worker_pulse } from "../app/platform/database/worker-pulse.table.server.ts";
import { importFolder } from "./import/receive.ts";
import { StartRefused } from "./start-refused.ts";

const SCHEMA = "demo_start";
/** In DATA_DIR: its images belong to a demo, too. */
const MARK = "demo";
/** About the server, not about the site. Processes keep the keys in memory. */
const LEFT_ALONE: string[] = [backups, secrets, worker_pulse].map(getTableName);
/** Shorter than PostgreSQL's deadlock timeout, so a visitor's write never loses to a reset. */
const LOCK_MS = 500;
const TRIES = 60;
const PAUSE_MS = 1_000;
/** SQLSTATE codes for "lock not available" and "deadlock detected". */
const BUSY = ["55P03", "40P01"];

type Place = Pick<Config, "dataDir">;

/**
 * Marks an unused database and DATA_DIR as a demo, before a start creates anything.
 * @throws StartRefused if there's a site that isn't a demo
 */
export async function claimDemo(client: pg.ClientBase, { dataDir }: Place): Promise<void> {
  const { rows } = await client.query<{ isDemo: boolean; isUsed: boolean }>(
    `select to_regnamespace($1) is not null as "isDemo",
        to_regclass('drizzle.__drizzle_migrations') is not null as "isUsed"`,
    [SCHEMA],
  );
  const { isDemo, isUsed } = rows[0]!;
  const deletes = "DEMO=1 deletes everything that people change";
  if (isUsed && !isDemo)
    throw new StartRefused(
      `${deletes}, and this database already has a site that isn't a demo. Use an empty database, or remove DEMO.`,
    );
  const mark = path.join(dataDir, MARK);
  if (!fs.existsSync(mark) && hasUploads(dataDir))
    throw new StartRefused(
      `${deletes}, and DATA_DIR=${dataDir} has images of a site that isn't a demo. Use an empty folder, or remove DEMO.`,
    );
  await client.query(`create schema if not exists ${SCHEMA}`);
  fs.writeFileSync(mark, "");
}

function hasUploads(dataDir: string): boolean {
  const originals = path.join(uploadsFolder(dataDir), "originals");
  return fs.existsSync(originals) && fs.readdirSync(originals).length > 0;
}

/** Removes the marks of a site that was started without DEMO=1: from then on, it's its owner's, and never reset. */
export async function endDemo(client: pg.ClientBase, { dataDir }: Place): Promise<void> {
  const { rows } = await client.query("select to_regnamespace($1) is not null as is", [SCHEMA]);
  if (rows[0]!.is) await client.query(`drop schema ${SCHEMA} cascade`);
  fs.rmSync(path.join(dataDir, MARK), { force: true });
}

/** Stores the first state, unless that's been done. */
export const saveDemoStart = (client: pg.ClientBase): Promise<void> =>
  inTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [SCHEMA]);
    if ((await readSaved(client)).size) return;
    for (const { name } of await listResetTables(client))
      await client.query(`create table ${SCHEMA}."${name}" as table public."${name}"`);
  });

/** Restores the first state before an update, so that the update applies to it. Call `saveDemoStart` afterwards. */
export async function rewindDemo(client: pg.ClientBase): Promise<void> {
  await resetTables(client);
  await inTransaction(client, async () => {
    for (const name of await readSaved(client)) await client.query(`drop table ${SCHEMA}."${name}"`);
  });
}

/** Restores the first state. Visitors see the previous one until it's complete, and writes wait. */
export async function resetDemo(client: pg.ClientBase, config: Config): Promise<void> {
  await resetTables(client);
  const store = openStore(config);
  for (const prefix of ["originals/", "variants/"] as const)
    for await (const { key } of store.list(prefix)) await store.delete(key);
  fs.rmSync(importFolder(config.dataDir), { recursive: true, force: true });
}

async function resetTables(client: pg.ClientBase) {
  for (let tries = 1; ; tries++)
    try {
      return await inTransaction(client, () => putBack(client));
    } catch (error) {
      if (tries >= TRIES || !BUSY.includes((error as pg.DatabaseError).code ?? "")) throw error;
      await delay(PAUSE_MS);
    }
}

async function putBack(client: pg.ClientBase) {
  const saved = await readSaved(client);
  const tables = (await listResetTables(client)).filter(({ name }) => saved.has(name));
  if (!tables.length) return;
  await client.query(`set local lock_timeout = ${LOCK_MS}; set constraints all deferred`);
  // Blocks writes, but not reads.
  await client.query(`lock table ${tables.map(asPublic).join(", ")} in share row exclusive mode`);
  // Otherwise, each row would be recorded in the history and announced.
  const triggers = (state: "disable" | "enable") =>
    client.query(tables.map((table) => `alter table ${asPublic(table)} ${state} trigger user`).join("; "));
  await triggers("disable");
  for (const table of tables.toReversed()) await client.query(`delete from ${asPublic(table)}`);
  for (const table of tables) {
    const columns = table.columns.map((column) => `"${column}"`).join(", ");
    await client.query(
      `insert into ${asPublic(table)} (${columns}) select ${columns} from ${SCHEMA}."${table.name}"`,
    );
  }
  await triggers("enable");
  await client.query("notify content_changed");
}

const asPublic = ({ name }: SchemaTable) => `public."${name}"`;

const listResetTables = async (client: pg.ClientBase) =>
  (await readTables(client)).filter(({ name }) => !LEFT_ALONE.includes(name));

async function readSaved(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = $1",
    [SCHEMA],
  );
  return new Set(rows.map(({ name }) => name));
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>) {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
