import { z } from "zod";
import { searchQuery } from "../../platform/http/list-query.ts";

/** An invalid value in the URL counts as absent. */
export const subscriberFilter = z.object({
  /** part of the email address */
  search: searchQuery,
  status: z.enum(["", "confirmed", "pending", "unsubscribed"]).catch(""),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;
