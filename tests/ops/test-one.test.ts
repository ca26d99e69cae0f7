// `npm run test:one -- FILE`: which runner a file gets.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

function testOne(...args: string[]) {
  // Vitest's own variables would make the inner Vitest think it runs within another one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const options = { cwd: ROOT, encoding: "utf8" as const, env: { ...env, TEST_BROWSER: process.execPath } };
  return spawnSync(
    process.execPath,
    ["bootstrap.mjs", "--no-install", "scripts/test-one.ts", ...args],
    options,
  );
}

test("a unit or HTTP test file runs in Vitest, and its result is the exit code", () => {
  const { status, stdout } = testOne("app/platform/text/slug.test.ts");
  expect(stdout).toContain("app/platform/text/slug.test.ts");
  expect(status).toBe(0);
  expect(testOne("app/platform/no-such.test.ts").status).toBe(1);
});

test("a browser test file runs in Playwright, with any other arguments", () => {
  const { status, stdout } = testOne("tests/e2e/newsletter.e2e.ts", "--list");
  expect(stdout).toMatch(/newsletter\.e2e\.ts:\d+/);
  expect(status).toBe(0);
});

test("without a file, it says how to name one", () => {
  const { status, stderr } = testOne();
  expect([status, stderr]).toEqual([
    1,
    "Usage: npm run test:one -- FILE, such as app/platform/text/slug.test.ts\n",
  ]);
});
