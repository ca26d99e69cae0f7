/** Why an audit was not made: of our own site, too many of them (each way), switched off, or broken off twice. */
export type AuditReason = "own-site" | "busy" | "day-is-full" | "too-many" | "off" | "broken-off";

/** Whether there is still something to wait for. */
export const isOpen = (state: string): boolean => state === "waiting" || state === "running";

/** What an enquiry asks to be checked, and whether that is done at once. */
export type AuditPlan = {
  /** as the visitor typed it, with its scheme */
  url: string;
  /** as in DNS (punycode) */
  host: string;
  /** of the report's address */
  token: string;
  /** null where it is done at once */
  skipped: AuditReason | null;
  /** whether the enquiry was stored before, with its audit */
  isKnown: boolean;
};
