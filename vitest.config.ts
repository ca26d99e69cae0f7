import "./tests/support/memory-folder.ts";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./tests/support/patience.ts";

export default defineConfig({
  test: {
    include: ["{app,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    // Tests also wait for databases and processes. A fourth worker would slow everything down.
    maxWorkers: 3,
    // Reloading all modules for each file would take longer than most tests.
    isolate: false,
    // These limits are for tests that hang, not for slow ones.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENCE },
  },
});
