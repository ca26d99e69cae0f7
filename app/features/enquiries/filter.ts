import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "../enquiry-table/statuses.ts";

/**
 * Lists of enquiries. `all` is without spam; `today` has those whose next step is due; `open`, those that may still
 * become customers; `closed`, those won or lost; `overdue`, new ones past the promised 24 hours.
 */
export const ENQUIRY_VIEWS = [
  ...["all", "today", "open", "closed", "overdue"],
  ...Object.keys(ENQUIRY_STATUSES),
] as ("all" | "today" | "open" | "closed" | "overdue" | EnquiryStatus)[];
export type EnquiryView = (typeof ENQUIRY_VIEWS)[number];

/** The enquiry filter in the URL. Invalid values are ignored. */
export const enquiryFilter = z.object({
  /** part of a name, email address, message, note, reply or answer; empty for all */
  search: searchQuery,
  status: z.enum(ENQUIRY_VIEWS).catch("all"),
  form: z.enum(["", "contact", "audit", "service"]).catch(""),
  assigned: z.enum(["me"]).optional().catch(undefined),
});
/**
 * @property person the id of the person that `me` means; null after a sign-in with the site's password: then `me`
 * matches unassigned enquiries
 * @property today the site's date, from `isoDay`
 */
export type EnquiryFilter = z.infer<typeof enquiryFilter> & { person?: string | null; today: string };
