import { expect, test } from "vitest";
import { migrateDatabase } from "../../app/platform/database.server.ts";
import { createTestDatabase } from "../support/database.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";

test("three starts at once on an empty database all succeed, and it is migrated once", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const results = await Promise.allSettled([1, 2, 3].map(() => migrateDatabase(connection, log)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  const applied = await queryOnce(connection, "select hash from drizzle.__drizzle_migrations");
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  expect(await queryOnce(connection, "select count(*)::int as n from case_studies")).toEqual([{ n: 0 }]);
});
