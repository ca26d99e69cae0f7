import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** The URL's filter of subscribers; invalid values mean all. */
export const subscriberFilter = z.object({
  /** part of the email address; empty means all */
  search: searchQuery,
  status: z.enum(["", "confirmed", "pending", "unsubscribed"]).catch(""),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;
