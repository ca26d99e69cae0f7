/** For Vitest's waits: long enough that only a hang exceeds it, even on a busy machine. */
export const PATIENCE = { timeout: 90_000, interval: 50 };
