import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseFault } from "./fault.server.ts";

const thrownBy = (work: () => Promise<unknown>) =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

test("an unreachable database counts as a database error", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
  const db = drizzle(pool);
  expect(isDatabaseFault(await thrownBy(() => db.execute("select 1")))).toBe(true);
  expect(isDatabaseFault(await thrownBy(() => db.transaction((tx) => tx.execute("select 1"))))).toBe(true);
  await pool.end();
});

test("an error in our own code isn't a database error", () => {
  expect(isDatabaseFault(new TypeError("Cannot read properties of undefined"))).toBe(false);
  expect(isDatabaseFault("nonsense")).toBe(false);
  expect(isDatabaseFault(undefined)).toBe(false);
});
