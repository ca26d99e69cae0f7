import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type Databases, openDatabases } from "../../app/platform/database/database.server.ts";
import type { EmbeddedConnection } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { queryOnce } from "./query-once.ts";

/**
 * Creates a database that's dropped after the file's tests.
 * @param options.migrated false creates no tables
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<EmbeddedConnection> {
  const { template, ...server } = inject("postgres");
  const database = `test_${randomBytes(8).toString("hex")}`;
  const from = options.migrated === false ? "template0" : template;
  // The default strategy writes every page to the write-ahead log, which is slower.
  await queryOnce(server, `create database ${database} template ${from} strategy file_copy`);
  afterAll(async () => {
    // A test may have changed the database's owner.
    await queryOnce({ ...server, user: SUPERUSER }, `drop database ${database} with (force)`);
  });
  return { ...server, database };
}

/** Opens the pools of a new database. Call this once at the top of a test file. */
export const openTestDatabases = async (): Promise<Databases> => openPools(await createTestDatabase());

/** Opens pools on a database, such as a site's, and closes them after the test file's last test. */
export function openPools(connection: EmbeddedConnection): Databases {
  const databases = openDatabases(connection, { owner: 4, visitor: 4 });
  afterAll(() => databases.close());
  return databases;
}

/** Returns a database's URL, for `DATABASE_URL`. */
export function asDatabaseUrl({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
