import "./tests/support/memory-folder.ts";
import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser, findShell } from "./tests/support/browser.ts";
import { E2E_URL, SITES } from "./tests/support/e2e.ts";

const SAMPLES = ["every-page", "editorial", "public-pages", "frame", "first-view"].map(
  (name) => `**/${name}.e2e.ts`,
);

process.env.TEST_BROWSER ??= (await findShell()) ?? (await findBrowser());

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./tests/support/e2e-setup.ts",
  // One site per worker. Tests of the sample content run before tests that change it.
  workers: SITES,
  projects: [
    { name: "as installed", testMatch: SAMPLES },
    { name: "in use", testIgnore: SAMPLES },
  ],
  // This limit is for tests that hang, not for slow ones.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: E2E_URL,
    launchOptions: { executablePath: process.env.TEST_BROWSER, args: BROWSER_FLAGS },
    screenshot: "only-on-failure",
    // Tests of motion turn animations on.
    contextOptions: { reducedMotion: "reduce" },
  },
});
