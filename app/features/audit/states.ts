/** Why an audit was skipped or failed. `broken-off`: interrupted twice. */
export type AuditReason = "own-site" | "busy" | "day-is-full" | "too-many" | "off" | "broken-off";

/** Returns whether the audit is queued or running. */
export const isOpen = (state: string): boolean => state === "waiting" || state === "running";

export type AuditPlan = {
  /** normalized, including the scheme */
  url: string;
  /** in punycode */
  host: string;
  /** part of the report's URL */
  token: string;
  /** null if the audit will run */
  skipped: AuditReason | null;
  /** whether the enquiry and its audit were already stored */
  isKnown: boolean;
};

export const AUDITS_PER_DAY = 200;
