// Runs once per Vitest run: starts a temporary PostgreSQL with one migrated database to clone, and keeps a copy of it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { kindsSetup } from "../../app/features/records/triggers.server.ts";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { clusterDirectory, type EmbeddedConnection, startPostgres } from "../../server/postgres/postgres.ts";
import { copyCluster } from "./cluster.ts";
import { queryOnce } from "./query-once.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the temporary server and the database that tests clone */
    postgres: EmbeddedConnection & { template: string };
    /** the folder of a stopped cluster with a migrated database, to copy */
    cluster: string;
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
  const first = await startPostgres({ directory, log, settings: SETTINGS });
  await migrateDatabase(first.connection, log, kindsSetup);
  await first.stop();
  const cluster = path.join(directory, "cluster-to-copy");
  copyCluster(clusterDirectory(directory), cluster);
  const { connection, stop } = await startPostgres({ directory, log, settings: SETTINGS });
  for (const [name, value] of Object.entries(SETTINGS)) {
    const [row] = await queryOnce<Record<string, string>>(connection, `show ${name}`);
    if (row?.[name] !== value) throw new Error(`PostgreSQL has ${name}=${row?.[name]}, not ${value}.`);
  }
  await queryOnce(connection, `create database ${TEMPLATE} template ${connection.database}`);
  project.provide("postgres", { ...connection, template: TEMPLATE });
  project.provide("cluster", cluster);
  return async function teardown() {
    await stop();
    fs.rmSync(directory, { recursive: true, force: true });
  };
}
