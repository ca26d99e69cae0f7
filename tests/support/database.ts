// Real databases for Vitest: migrated, empty, and a separate one for each test file.
import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type Databases, openDatabases } from "../../app/platform/database/database.server.ts";
import type { EmbeddedConnection } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { queryOnce } from "./query-once.ts";

/**
 * Creates a database that is dropped after the file's tests.
 * @param options.migrated false creates it without any tables
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<EmbeddedConnection> {
  const { template, ...server } = inject("postgres");
  const database = `test_${randomBytes(8).toString("hex")}`;
  const from = options.migrated === false ? "template0" : template;
  // Cheaper than the default, which writes every page to the log.
  await queryOnce(server, `create database ${database} template ${from} strategy file_copy`);
  afterAll(async () => {
    // A test may have given the database to another user.
    await queryOnce({ ...server, user: SUPERUSER }, `drop database ${database} with (force)`);
  });
  return { ...server, database };
}

/** Opens the pools of a new database. Call it once at the top of a test file. */
export const openTestDatabases = async (): Promise<Databases> => openPools(await createTestDatabase());

/** Opens pools for the file's tests, for example on a site's database. */
export function openPools(connection: EmbeddedConnection): Databases {
  const databases = openDatabases(connection, { owner: 4, visitor: 4 });
  afterAll(() => databases.close());
  return databases;
}

/** Returns the database as a `DATABASE_URL`, for tests that start a whole site. */
export function asDatabaseUrl({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
