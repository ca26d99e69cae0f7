// Stores enquiries together with their emails.
import { createHash, randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { log } from "../../platform/log.server.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { addAudit, reportPath } from "../audit/queries.server.ts";
import type { AuditPlan } from "../audit/states.ts";
import { ownContact } from "../mail/emails.server.ts";
import { inSeconds } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeConfirmation } from "./confirmation.ts";
import { inboxOf } from "./inbox.ts";
import { composeNotice } from "./notice.ts";
import type { Origin } from "./origin.ts";
import { composeReport } from "./report-mail.ts";
import type { Enquiry } from "./rules.ts";
import { enquiries } from "./table.server.ts";

/**
 * Stores an enquiry and its emails in one transaction; a trigger adds the email jobs to the same transaction (decision
 * 0035.14). The visitor sees success only after the commit. Works without the right to read enquiries.
 * @param facts.page path of the page it came from, empty if unknown
 * @param facts.spamReasons if not empty, it is stored as spam and sends no email
 * @param facts.audit what to audit for it: its emails wait for the result, and the report email replaces the
 * confirmation
 * @param facts.idempotencyKey the same key with the same content is stored once
 * @returns the enquiry's id; the same id for a repeat
 * @throws on a database error. Then nothing is stored, or all of it if only the commit's reply was lost: keep the key for
 * a retry
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
      reply_to: enquiry.email,
      ...notice,
      ...wait,
    });
    if (!isChecked && settings.confirmation_mail !== "on") return;
    const { site_title, time_zone } = settings;
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
          ? composeReport({ siteTitle: site_title, host: audit.host, url }, null)
          : composeConfirmation(site_title)),
        ...wait,
      })
      .onConflictDoNothing();
  });
  return id;
}

/** How long an enquiry's emails wait for its audit. */
const AUDIT_SECONDS = 60;

/** Requests the audit; a failed request must not lose the enquiry. */
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
 * Returns a Message-ID that limits an email to one per mailbox and day, however the address is written: the unique
 * constraint rejects a second one, so a visitor's role needs no read access.
 */
export function oncePerDay(
  kind: "confirmation" | "invitation",
  email: string,
  day: string,
  hostname: string,
): string {
  const digest = createHash("sha256")
    .update(`${inboxOf(email)} ${day}`)
    .digest("hex")
    .slice(0, 32);
  return `<${kind}-${digest}@${hostname}>`;
}

/**
 * Derives the id from the key and the content, so the same key with the same content gives the same id. The content
 * counts so that a visitor who corrects a word and sends again under the same key creates a new enquiry. The spam
 * verdict counts so that someone who sends again without the spam signs gets through.
 */
export function enquiryId(enquiry: Enquiry, isSpam: boolean, idempotencyKey?: string): string {
  if (!idempotencyKey) return randomUUID();
  const { name, email, phone, website, message, services, formType } = enquiry;
  const content = [idempotencyKey, name, email, phone, website, message, services, formType, isSpam];
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16);
  // Version 8 and variant bits of RFC 9562: a custom UUID.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
