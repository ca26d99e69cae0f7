/** For Vitest's waits: long enough for a busy machine, so that only what hangs ends them. */
export const PATIENCE = { timeout: 90_000, interval: 50 };
