/** For Vitest's waits: long enough for a busy machine, so only a hang exceeds it. */
export const PATIENCE = { timeout: 90_000, interval: 50 };
