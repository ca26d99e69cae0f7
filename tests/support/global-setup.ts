// Runs once per Vitest run: starts a temporary PostgreSQL with one migrated database to clone.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { type EmbeddedConnection, startPostgres } from "../../server/postgres/postgres.ts";
import { queryOnce } from "./query-once.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the temporary server and the database that tests clone */
    postgres: EmbeddedConnection & { template: string };
  }
}

const TEMPLATE = "template_for_tests";

/** Tests don't need their databases after a power failure or on a replica, and they end before a vacuum pays off. */
const SETTINGS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" },
  ...{ wal_level: "minimal", max_wal_senders: "0", max_connections: "300" },
};

export default async function setup(project: TestProject) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-tests-"));
  const { connection, stop } = await startPostgres({ directory, log, settings: SETTINGS });
  for (const [name, value] of Object.entries(SETTINGS)) {
    const [row] = await queryOnce<Record<string, string>>(connection, `show ${name}`);
    if (row?.[name] !== value) throw new Error(`PostgreSQL has ${name}=${row?.[name]}, not ${value}.`);
  }
  await queryOnce(connection, `create database ${TEMPLATE}`);
  await migrateDatabase({ ...connection, database: TEMPLATE }, log);
  project.provide("postgres", { ...connection, template: TEMPLATE });
  return async function teardown() {
    await stop();
    fs.rmSync(directory, { recursive: true, force: true });
  };
}
