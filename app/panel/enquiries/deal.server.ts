// What the lists and an open enquiry show of a deal.
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { replyTimeLeft } from "../../features/enquiries/age.ts";
import { dealValueOf } from "../../features/enquiries/fields.ts";
import { showDay } from "../../features/enquiries/next-step.ts";
import { showValue } from "../../features/enquiries/value.ts";
import { type EnquiryStatus, OPEN_STATUSES } from "../../features/enquiry-table/statuses.ts";
import type { enquiries } from "../../features/enquiry-table/table.server.ts";
import { isoDay, shortDate, shortTime } from "../../platform/time/dates.ts";

const DAY_MS = 24 * 3_600_000;
/** An open enquiry without changes for this long is marked. */
const IDLE_DAYS = 14;

type Row = Pick<
  typeof enquiries.$inferSelect,
  | ("status" | "created_at" | "updated_at" | "follow_up_on")
  | ("value_cents" | "value_per" | "value_is_estimate")
>;

const isOpen = (status: string) => (OPEN_STATUSES as readonly string[]).includes(status);

/**
 * Describes a deal.
 * @returns `wait`, how long a new enquiry has waited; `step`, the next step of an open one, and whether it `isDue`
 * @param today the site's date, from `isoDay`
 */
export function describeDeal(row: Row, today: string) {
  const value = dealValueOf(row);
  const step = isOpen(row.status) ? row.follow_up_on : null;
  return {
    status: row.status as EnquiryStatus,
    wait: row.status === "new" ? replyTimeLeft(row.created_at) : null,
    step: step && showDay(step, today),
    isDue: step !== null && step <= today,
    value,
    valueWords: value && showValue(value),
  };
}

/** Returns how many days ago an answered, open enquiry last changed; 0 if that's less than two weeks. */
export function idleDays({ status, updated_at }: Row): number {
  const days = Math.floor((Date.now() - updated_at.getTime()) / DAY_MS);
  return status !== "new" && isOpen(status) && days >= IDLE_DAYS ? days : 0;
}

/** Returns the time if the date is today, or else "Yesterday" or the date. */
export function timeInList(date: Date, timeZone: string): string {
  const day = isoDay(date, timeZone);
  if (day === isoDay(new Date(), timeZone)) return shortTime(date, timeZone).replace(/^.*?, (?=\d+:)/, "");
  return day === isoDay(new Date(Date.now() - DAY_MS), timeZone)
    ? enquiriesTab.yesterday
    : shortDate(date, timeZone);
}
