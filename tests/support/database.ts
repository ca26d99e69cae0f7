// Databases for Vitest: real ones, migrated and empty, each test file with its own.
import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type Databases, openDatabases } from "../../app/platform/database/database.server.ts";
import type { EmbeddedConnection } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { queryOnce } from "./query-once.ts";

/**
 * A new database, gone again after the file's tests.
 * @param options.migrated false leaves it without any table
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<EmbeddedConnection> {
  const { template, ...server } = inject("postgres");
  const database = `test_${randomBytes(8).toString("hex")}`;
  const from = options.migrated === false ? "template0" : template;
  // Less work than the default, which writes each of its pages to the log.
  await queryOnce(server, `create database ${database} template ${from} strategy file_copy`);
  afterAll(async () => {
    // The user that a test has given it to.
    await queryOnce({ ...server, user: SUPERUSER }, `drop database ${database} with (force)`);
  });
  return { ...server, database };
}

/** The pools of a new database; call it once at the top of a test file. */
export const openTestDatabases = async (): Promise<Databases> => openPools(await createTestDatabase());

/** Pools for the file's tests, e.g. of a site's database. */
export function openPools(connection: EmbeddedConnection): Databases {
  const databases = openDatabases(connection, { owner: 4, visitor: 4 });
  afterAll(() => databases.close());
  return databases;
}

/** The same database as a `DATABASE_URL`, for tests that start a whole site. */
export function asDatabaseUrl({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
