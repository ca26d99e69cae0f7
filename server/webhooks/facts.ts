// What a delivery is about, read at each attempt.
import { eq } from "drizzle-orm";
import { scoreOf } from "../../app/features/audit/result.ts";
import { audits } from "../../app/features/audit/table.server.ts";
import { dealValueOf } from "../../app/features/enquiries/fields.ts";
import { sourceOf } from "../../app/features/enquiries/figures.server.ts";
import { enquiries } from "../../app/features/enquiry-table/table.server.ts";
import { subscribers } from "../../app/features/newsletter/table.server.ts";
import type { Delivery } from "../../app/features/webhooks/queue.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";

const PANEL = "/admin-control-panel-seoprozone";
const TEST_ID = "00000000-0000-4000-8000-000000000000";

/** The data of the standard format (CONTRACT). */
export type EventData = {
  id: string;
  /** the page in the panel */
  url: string;
  created_at?: string;
  form?: string;
  status?: string;
  /** of a status change */
  from?: string;
  to?: string;
  services?: string[];
  source?: string;
  page?: string;
  first_page?: string;
  language?: string;
  follow_up_on?: string | null;
  value?: { amount: number; currency: string; per: string; is_estimate: boolean } | null;
  audit?: { score: number | null };
  confirmed_at?: string | null;
};
export type Facts = {
  event: string;
  at: Date;
  data: EventData;
  /** what identifies a person; null unless the endpoint gets it */
  person: Record<string, string> | null;
};

/**
 * Reads what to send.
 * @param isPersonal whether to read who it's about
 * @returns null if it isn't to be sent anymore: the enquiry is spam now, or the subscriber has left
 */
export async function readFacts(
  db: Database,
  delivery: Delivery,
  siteUrl: string,
  isPersonal: boolean,
): Promise<Facts | null> {
  const { event, at, detail, enquiry_id, subscriber_id } = delivery;
  const base = { event, at };
  const panel = (path: string) => `${siteUrl}${PANEL}/${path}`;
  if (enquiry_id) {
    const [row] = await db
      .select({ enquiry: enquiries, source: sourceOf })
      .from(enquiries)
      .where(eq(enquiries.id, enquiry_id));
    if (!row) return null;
    const { enquiry } = row;
    if (enquiry.status === "spam" && event !== "enquiry.status_changed") return null;
    const value = dealValueOf(enquiry);
    const { from, to, audit } = detail;
    return {
      ...base,
      data: {
        id: enquiry.id,
        url: panel(`enquiries?open=${enquiry.id}`),
        created_at: enquiry.created_at.toISOString(),
        form: enquiry.form_type,
        status: enquiry.status,
        ...(from && to && { from, to }),
        services: enquiry.services,
        source: row.source as string,
        page: enquiry.page,
        first_page: enquiry.trail[0] ?? "",
        language: enquiry.language,
        follow_up_on: enquiry.follow_up_on,
        value: value && {
          ...{ amount: value.cents / 100, currency: "USD", per: value.per, is_estimate: value.isEstimate },
        },
        ...(audit && { audit: await readAudit(db, audit) }),
      },
      person: isPersonal
        ? {
            ...{ name: enquiry.name, email: enquiry.email, phone: enquiry.phone, website: enquiry.website },
            ...{ message: enquiry.message, budget: enquiry.budget, timeline: enquiry.timeline },
            lost_reason: enquiry.lost_reason ?? "",
          }
        : null,
    };
  }
  if (subscriber_id) {
    const [row] = await db.select().from(subscribers).where(eq(subscribers.id, subscriber_id));
    if (row?.status !== "confirmed") return null;
    return {
      ...base,
      data: {
        id: row.id,
        url: panel("enquiries/subscribers"),
        confirmed_at: row.confirmed_at?.toISOString() ?? null,
      },
      person: isPersonal ? { email: row.email } : null,
    };
  }
  return {
    ...base,
    data: { id: TEST_ID, url: panel("webhooks") },
    person: isPersonal ? { name: "Test", email: "test@example.com" } : null,
  };
}

async function readAudit(db: Database, id: string) {
  const [row] = await db.select({ result: audits.result }).from(audits).where(eq(audits.id, id));
  return { score: row?.result ? scoreOf(row.result).overall : null };
}
