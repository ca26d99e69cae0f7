import type { AuditReason } from "./states.ts";

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
