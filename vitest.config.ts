import "./tests/support/memory-folder.ts";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./tests/support/patience.ts";

export default defineConfig({
  test: {
    include: ["{app,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    // Tests also wait for databases and processes: a third keeps two processors busy, a fourth makes all of them
    // slower.
    maxWorkers: 3,
    // Each file opens what it needs and closes it again; reloading every module for each file would take longer than
    // most files do.
    isolate: false,
    // Long, because it's for tests that hang, not for slow ones.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENCE },
  },
});
