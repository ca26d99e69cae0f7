import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** What the address says about which enquiries; whatever it says wrongly means all but spam. */
export const enquiryFilter = z.object({
  /** part of the name, the email address or the message; empty means all */
  search: searchQuery,
  /** `open` is whatever is not decided, `overdue` what waits longer than the promise */
  status: z.enum(["", "open", "overdue", "new", "contacted", "qualified", "won", "lost", "spam"]).catch(""),
  form: z.enum(["", "contact", "audit", "service"]).catch(""),
});
export type EnquiryFilter = z.infer<typeof enquiryFilter>;
