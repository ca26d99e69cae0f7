const HOUR_MS = 3_600_000;

/** In cron's format, in UTC. */
export const DEMO_RESETS = "0 * * * *";

/** Returns when the demo is reset next. */
export const nextDemoReset = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
