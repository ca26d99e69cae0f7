// How long tests wait. These limits are for tests that hang, not for slow ones, so that no test needs its own.

/** One wait in Playwright or Vitest: long enough that only a hang exceeds it, even on a busy machine. */
export const PATIENCE = { timeout: 90_000, interval: 50 };
/** A wait for work in a process of low priority, which a busy machine hardly runs. */
export const LOW_PRIORITY = { ...PATIENCE, timeout: 240_000 };
/** One test with all its waits. */
export const TEST_MS = 600_000;
