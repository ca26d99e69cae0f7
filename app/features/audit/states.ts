/** Why an audit didn't happen: our own site, a limit was reached, audits are off, or it was interrupted twice. */
export type AuditReason = "own-site" | "busy" | "day-is-full" | "too-many" | "off" | "broken-off";

/** Returns whether the audit is still to be finished. */
export const isOpen = (state: string): boolean => state === "waiting" || state === "running";

/** What an enquiry asks to be checked, and whether that happens immediately. */
export type AuditPlan = {
  /** as the visitor typed it, including the scheme */
  url: string;
  /** as in DNS (punycode) */
  host: string;
  /** of the report's URL */
  token: string;
  /** null if it's checked immediately */
  skipped: AuditReason | null;
  /** whether the enquiry, with its audit, was stored before */
  isKnown: boolean;
};
