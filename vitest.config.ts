import "./tests/support/memory-folder.ts";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./tests/support/patience.ts";

export default defineConfig({
  test: {
    include: ["{app,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    // They wait for databases and processes too: a third keeps two processors busy, a fourth makes all of them slower.
    maxWorkers: 3,
    // Each file opens what it needs and closes it again; loading every module anew for each would take longer than
    // most of them do.
    isolate: false,
    // What hangs is to be found, not what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENCE },
  },
});
