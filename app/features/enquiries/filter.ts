import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** The enquiry filter in the URL; invalid values fall back to everything but spam. */
export const enquiryFilter = z.object({
  /** part of the name, email address or message; empty matches all */
  search: searchQuery,
  /** `open` means undecided, `overdue` means waiting longer than promised */
  status: z.enum(["", "open", "overdue", "new", "contacted", "qualified", "won", "lost", "spam"]).catch(""),
  form: z.enum(["", "contact", "audit", "service"]).catch(""),
  assigned: z.enum(["me"]).optional().catch(undefined),
});
/** @property person who "me" is; null for the one-password owner, whose enquiries are the unassigned ones */
export type EnquiryFilter = z.infer<typeof enquiryFilter> & { person?: string | null };
