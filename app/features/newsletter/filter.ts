import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** What the address says about which subscribers; whatever it says wrongly means all. */
export const subscriberFilter = z.object({
  /** part of the email address; empty means all */
  search: searchQuery,
  status: z.enum(["", "confirmed", "pending", "unsubscribed"]).catch(""),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;
