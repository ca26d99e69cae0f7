import { createHash, randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { log } from "../../platform/log.server.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { addAudit, reportPath } from "../audit/queries.server.ts";
import type { AuditPlan } from "../audit/states.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { ownContact } from "../mail/emails.server.ts";
import { oncePerDay } from "../mail/once-per-day.server.ts";
import { inSeconds } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeConfirmation } from "./confirmation.ts";
import { composeNotice, replyTo } from "./notice.ts";
import type { Origin } from "./origin.ts";
import { composeReport } from "./report-mail.ts";
import type { Enquiry } from "./rules.ts";

/**
 * Stores an enquiry and its emails in one transaction, without reading either table. A trigger adds the email
 * jobs (decision 0035.14).
 * @param facts.page path; empty if unknown
 * @param facts.spamReasons if not empty, the enquiry is stored as spam, and no email is sent
 * @param facts.audit unless it's skipped, the emails wait for its result, and the report replaces the confirmation
 * @param facts.idempotencyKey resending the same content with this key stores nothing new
 * @returns the enquiry's id, which is the same for repeats
 * @throws on a database error. The enquiry may still have been stored, so retry with the same key.
 */
export async function recordEnquiry(
  db: Database,
  enquiry: Enquiry,
  facts: Pick<Origin, "page"> &
    Partial<Origin> & {
      siteUrl: string;
      idempotencyKey?: string;
      spamReasons?: string[];
      audit?: AuditPlan | null;
    },
): Promise<string> {
  const { formType: form_type, ...fields } = enquiry;
  const { siteUrl, idempotencyKey, spamReasons = [], audit = null, ...origin } = facts;
  const isSpam = spamReasons.length > 0;
  const id = enquiryId(enquiry, isSpam, idempotencyKey);
  const mailId = randomUUID();
  const receivedAt = new Date();
  const { hostname } = new URL(siteUrl);
  const settings = await readSettings(db);
  const notice = composeNotice(enquiry, {
    ...origin,
    page: origin.page && siteUrl + origin.page,
    receivedAt,
    timeZone: settings.time_zone,
    siteTitle: settings.site_title,
  });
  await db.transaction(async (tx) => {
    const stored = await tx
      .insert(enquiries)
      .values({
        id,
        form_type,
        ...fields,
        ...origin,
        status: isSpam ? "spam" : "new",
        spam_reasons: spamReasons,
      })
      .onConflictDoNothing();
    if (!stored.rowCount || isSpam) return;
    const isChecked = audit !== null && (await askForAudit(tx, id, audit));
    const wait = isChecked ? { next_try_at: inSeconds(AUDIT_SECONDS) } : {};
    await tx.insert(outgoing_mails).values({
      id: mailId,
      enquiry_id: id,
      message_id: `<${mailId}@${hostname}>`,
      reply_to: replyTo(enquiry.email),
      ...notice,
      ...wait,
    });
    if (!isChecked && settings.confirmation_mail !== "on") return;
    const { site_title, time_zone, booking_url: bookingUrl } = settings;
    const url = audit && siteUrl + reportPath(audit.token);
    await tx
      .insert(outgoing_mails)
      .values({
        id: randomUUID(),
        enquiry_id: id,
        kind: "confirmation",
        message_id: oncePerDay("confirmation", enquiry.email, isoDay(receivedAt, time_zone), hostname),
        recipient: enquiry.email,
        reply_to: ownContact(settings) ?? "",
        headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
        ...(isChecked && audit && url
          ? composeReport({ siteTitle: site_title, host: audit.host, url, bookingUrl }, null)
          : composeConfirmation(site_title, bookingUrl)),
        ...wait,
      })
      .onConflictDoNothing();
  });
  return id;
}

/** Maximum wait for an audit. */
const AUDIT_SECONDS = 60;

/** Requests the audit and returns whether that worked. A failure must not roll back the enquiry. */
async function askForAudit(tx: Database, id: string, plan: AuditPlan): Promise<boolean> {
  if (plan.skipped) return false;
  try {
    await tx.transaction((inner) => addAudit(inner, id, plan));
    return true;
  } catch (error) {
    log.error(describeProblem(error), "An audit couldn't be requested");
    return false;
  }
}

/**
 * Derives an enquiry's id from the idempotency key, the content and the spam verdict. Corrected enquiries get a
 * new id, and so do those sent again without spam signs. Without a key, the id is random.
 */
export function enquiryId(enquiry: Enquiry, isSpam: boolean, idempotencyKey?: string): string {
  if (!idempotencyKey) return randomUUID();
  const { name, email, phone, website, message, services, formType, budget, timeline } = enquiry;
  const content = [idempotencyKey, name, email, phone, website, message, services, formType, isSpam];
  if (budget || timeline) content.push(budget ?? "", timeline ?? "");
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16);
  // Version 8 and variant bits (RFC 9562).
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
