// `npm run faults`: runs the tests that use `howMany` in full. `npm test` runs fewer cases.
import { spawn } from "node:child_process";
import path from "node:path";

const vitest = path.resolve(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
/** Parts of the files' names. */
const WHOLE = ["tests/faults", "crash.test", "save-edit.test", "page-editor.test", "rights-of-intents"];
const child = spawn(process.execPath, [vitest, "run", ...WHOLE], {
  cwd: path.resolve(import.meta.dirname, ".."),
  stdio: "inherit",
  env: { ...process.env, FAULTS: "whole" },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
