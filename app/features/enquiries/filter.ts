import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** The enquiry filter in the URL. Invalid values are ignored. */
export const enquiryFilter = z.object({
  /** part of a name, email address, message or note; empty for all */
  search: searchQuery,
  /** empty: all but spam; `open`: new, contacted or qualified; `overdue`: new for more than 24 hours */
  status: z.enum(["", "open", "overdue", "new", "contacted", "qualified", "won", "lost", "spam"]).catch(""),
  form: z.enum(["", "contact", "audit", "service"]).catch(""),
  assigned: z.enum(["me"]).optional().catch(undefined),
});
/**
 * @property person the id of the person that `me` means; null after a sign-in with the site's password: then `me`
 * matches unassigned enquiries
 */
export type EnquiryFilter = z.infer<typeof enquiryFilter> & { person?: string | null };
