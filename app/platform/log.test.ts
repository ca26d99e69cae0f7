import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { loggable } from "./log.server.ts";

test("a failed query is logged without its values", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ann@example.com)",
  });
  const error = new DrizzleQueryError("insert into enquiries values ($1)", ["ann@example.com"], cause);
  const logged = JSON.stringify(loggable(error));
  expect(logged).toContain("insert into enquiries");
  expect(logged).toContain("duplicate key");
  expect(logged).toContain("log.test.ts");
  expect(logged).not.toContain("ann@example.com");
});

test.skipIf(!fs.existsSync("/dev/full"))("a full disk loses log lines but doesn't crash the process", () => {
  const program = `
    const { log } = await import(${JSON.stringify(new URL("log.server.ts", import.meta.url).href)});
    for (let i = 0; i < 100; i++) log.error({ err: new Error("x".repeat(10_000)) }, "A line");
    setImmediate(() => process.stdout.write("still here"));`;
  const full = fs.openSync("/dev/full", "w");
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", full],
    encoding: "utf8",
  });
  fs.closeSync(full);
  expect([stdout, status]).toEqual(["still here", 0]);
});
