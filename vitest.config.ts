import "./tests/support/memory-folder.ts";
import { defineConfig } from "vitest/config";
import { howMany } from "./tests/support/faults.ts";
import { PATIENCE, TEST_MS } from "./tests/support/patience.ts";
import { SlowestFirst } from "./tests/support/slowest-first.ts";

export default defineConfig({
  test: {
    include: ["{app,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    // Tests also wait for databases and processes. A fourth worker would slow everything down.
    maxWorkers: 3,
    // Reloading all modules for each file would take longer than most tests.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: howMany(TEST_MS, 5 * TEST_MS),
    hookTimeout: TEST_MS,
    expect: { poll: PATIENCE },
    // A test that passes only when retried is reported as flaky (scripts/test.ts).
    retry: 1,
  },
});
