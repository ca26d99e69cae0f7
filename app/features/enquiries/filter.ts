import { z } from "zod";

/** What the address says about which enquiries; whatever it says wrongly means all. */
export const enquiryFilter = z.object({
  search: z.string().trim().max(200).catch(""),
  status: z.enum(["", "new", "contacted", "qualified", "won", "lost", "spam"]).catch(""),
  form: z.enum(["", "contact", "audit", "service"]).catch(""),
});
