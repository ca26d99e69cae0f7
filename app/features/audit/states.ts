/** Why an audit was not made: of our own site, too many of them (each way), switched off, or broken off twice. */
export type AuditReason = "own-site" | "busy" | "day-is-full" | "too-many" | "off" | "broken-off";

/** Whether there is still something to wait for. */
export const isOpen = (state: string): boolean => state === "waiting" || state === "running";
