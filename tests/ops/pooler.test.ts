// Uses a real PgBouncer.
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { checkServer } from "../../server/postgres/find-database.ts";
import { createTestDatabase } from "../support/database.ts";
import { hasPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { queryOnce } from "../support/query-once.ts";
import { spawnSite, startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const database = await createTestDatabase();
const WHY_NOT = "there is no pgbouncer on this machine";
const check = (DATABASE_URL: string) => checkServer(readConfig({ DATABASE_URL }));

test("the site runs behind a session pooler", async ({ skip }) => {
  skip(!hasPgBouncer, WHY_NOT);
  await ensureBuild();
  const address = await startPgBouncer(database, { pool_mode: "session", default_pool_size: 20 });
  const site = await startSite({ DATABASE_URL: address, DATA_DIR: folderOfTest(), SEED: "none" });
  onTestFinished(() => site.stop().then(() => {}));
  const sent = await fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", message: "Hello", formType: "contact" }),
  });
  expect(sent.status).toBe(200);
  expect((await fetch(site.url)).status).toBe(200);
  expect(await queryOnce(database, "select name from enquiries")).toEqual([{ name: "Ada" }]);
});

test("behind a transaction pooler, the start fails with an error that suggests a fix", async ({ skip }) => {
  skip(!hasPgBouncer, WHY_NOT);
  await ensureBuild();
  const address = await startPgBouncer(database, { pool_mode: "transaction" });
  const site = await spawnSite({ DATABASE_URL: address, DATA_DIR: folderOfTest(), SEED: "none" });
  onTestFinished(() => void site.process.kill("SIGKILL"));
  expect((await site.ended).code).toBe(1);
  const lines = site.stderr().split("\n").filter(Boolean);
  expect(lines.at(-1)).toBe(
    `DATABASE_URL=${address} is invalid: it goes through a pooler in transaction mode; use the direct URL or the pooler's session mode. Accepted: the URL of PostgreSQL 15 or newer, e.g. postgres://user:password@host:5432/database.`,
  );
  expect(lines.filter((line) => /is invalid|Error/.test(line))).toHaveLength(1);
});

describe("a transaction or statement pooler is detected", () => {
  test.for<Record<string, string | number>>([
    { pool_mode: "transaction", default_pool_size: 1 },
    { pool_mode: "transaction", default_pool_size: 2 },
    { pool_mode: "transaction", server_round_robin: 1 },
    { pool_mode: "transaction", server_reset_query_always: 1 },
    { pool_mode: "transaction", server_lifetime: 0 },
    { pool_mode: "statement" },
    { pool_mode: "statement", default_pool_size: 1 },
  ])("%o, whether it's idle or busy", async (settings, { skip }) => {
    skip(!hasPgBouncer, WHY_NOT);
    const address = await startPgBouncer(database, settings);
    await expect(check(address)).rejects.toThrow("a pooler in transaction mode");
    const others = Array.from({ length: 4 }, () => new pg.Client(address));
    for (const other of others) {
      other.on("error", () => {});
      await other.connect();
    }
    let isBusy = true;
    const busy = others.map(async (other) => {
      while (isBusy) await other.query("select pg_sleep(0.002)");
    });
    for (let i = 0; i < 5; i++) await expect(check(address)).rejects.toThrow("another session");
    isBusy = false;
    await Promise.all(busy);
    await Promise.all(others.map((other) => other.end()));
  });
});

test("a busy session pooler isn't mistaken for a transaction pooler", async ({ skip }) => {
  skip(!hasPgBouncer, WHY_NOT);
  const address = await startPgBouncer(database, { pool_mode: "session", server_round_robin: 1 });
  for (let i = 0; i < 5; i++) expect(await check(address)).toBe(address);
  expect(await Promise.all([1, 2, 3, 4].map(() => check(address)))).toEqual([1, 2, 3, 4].map(() => address));
});

test("a pooler that shares one session among clients is rejected", async ({ skip }) => {
  skip(!hasPgBouncer, WHY_NOT);
  const address = await startPgBouncer(database, { pool_mode: "session", default_pool_size: 1 });
  await expect(check(address)).rejects.toThrow("doesn't allow a second connection");
});
