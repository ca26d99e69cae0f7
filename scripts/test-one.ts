// `npm run test:one -- FILE`: runs one test file.
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureTestBrowser } from "../tests/support/browser.ts";

const [file, ...options] = process.argv.slice(2);
if (!file) {
  process.stderr.write("Usage: npm run test:one -- FILE, such as app/platform/text/slug.test.ts\n");
  process.exit(1);
}

const isBrowserTest = file.endsWith(".e2e.ts");
const [program, args] = isBrowserTest
  ? ["@playwright/test/cli.js", ["test", "-j", "1", "--no-deps"]]
  : ["vitest/vitest.mjs", ["run"]];
const modules = path.resolve(import.meta.dirname, "../node_modules");
const child = spawn(process.execPath, [path.join(modules, program), ...args, file, ...options], {
  cwd: path.dirname(modules),
  stdio: "inherit",
  env: { ...process.env, ...(isBrowserTest && { TEST_BROWSER: await ensureTestBrowser() }) },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
