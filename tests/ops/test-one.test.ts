import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

function testOne(...args: string[]) {
  // Vitest's variables would make the inner run behave as part of this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const options = { cwd: ROOT, encoding: "utf8" as const, env: { ...env, TEST_BROWSER: process.execPath } };
  return spawnSync(
    process.execPath,
    ["bootstrap.mjs", "--no-install", "scripts/test-one.ts", ...args],
    options,
  );
}

test("unit and HTTP test files run in Vitest, whose exit code is returned", () => {
  const { status, stdout } = testOne("app/platform/text/slug.test.ts");
  expect(stdout).toContain("app/platform/text/slug.test.ts");
  expect(status).toBe(0);
  expect(testOne("app/platform/no-such.test.ts").status).toBe(1);
});

test("browser test files run in Playwright with all other arguments", () => {
  const { status, stdout } = testOne("tests/e2e/newsletter.e2e.ts", "--list");
  expect(stdout).toMatch(/newsletter\.e2e\.ts:\d+/);
  expect(status).toBe(0);
});

test("without a file, the script explains how to name one", () => {
  const { status, stderr } = testOne();
  expect([status, stderr]).toEqual([
    1,
    "Usage: npm run test:one -- FILE, such as app/platform/text/slug.test.ts\n",
  ]);
});
