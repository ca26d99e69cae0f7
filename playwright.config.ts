import "./tests/support/memory-folder.ts";
import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser, findShell } from "./tests/support/browser.ts";
import { E2E_URL, SITES } from "./tests/support/e2e.ts";
import { PATIENCE, TEST_MS } from "./tests/support/patience.ts";

const SAMPLES = ["every-page", "editorial", "public-pages", "frame", "first-view", "editable-texts"].map(
  (name) => `**/${name}.e2e.ts`,
);

/** `firefox` or `webkit`, which Playwright must have installed. Not all tests run in them. */
const engine = process.env.TEST_ENGINE as "firefox" | "webkit" | undefined;
process.env.TEST_BROWSER ??= (await findShell()) ?? (await findBrowser());

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./tests/support/e2e-setup.ts",
  // One site per worker. Tests of the sample content run before tests that change it.
  workers: SITES,
  projects: [
    { name: "as installed", testMatch: SAMPLES },
    { name: "in use", testIgnore: SAMPLES, dependencies: ["as installed"] },
  ],
  timeout: TEST_MS,
  expect: { timeout: PATIENCE.timeout },
  // A test that passes only when retried is reported as flaky (scripts/test.ts).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: E2E_URL,
    actionTimeout: PATIENCE.timeout,
    navigationTimeout: PATIENCE.timeout,
    ...(engine
      ? { browserName: engine }
      : { launchOptions: { executablePath: process.env.TEST_BROWSER, args: BROWSER_FLAGS } }),
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    // Tests of motion turn animations on.
    contextOptions: { reducedMotion: "reduce" },
  },
});
