// Every read and write of enquiries and of the mails they cause.
import { createHash, randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.server.ts";
import { describeFault } from "../../platform/http/fault.server.ts";
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
 * Stores an enquiry and its mails, in one transaction; a trigger adds the mails' jobs to the same one
 * (decision 0035.14). The visitor sees success only after this. Needs no right to read enquiries.
 * @param facts.page path of the page it came from, empty where unknown
 * @param facts.spamReasons where there are any, it is set aside and causes no mail
 * @param facts.audit what is to be checked for it: its mails wait for what is found, and the report's mail takes the place
 *   of the confirmation
 * @param facts.idempotencyKey the same key with the same content is the same enquiry, stored once
 * @returns the enquiry's id; the same again for a repetition
 * @throws on a database fault: nothing is stored then, or everything (a lost commit), so the key is kept for a retry
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

/** The mails of an enquiry wait so long for what its audit finds. */
const AUDIT_SECONDS = 60;

/** An audit that cannot be asked for costs no enquiry. */
async function askForAudit(tx: Database, id: string, plan: AuditPlan): Promise<boolean> {
  if (plan.skipped) return false;
  try {
    await tx.transaction((inner) => addAudit(inner, id, plan));
    return true;
  } catch (error) {
    log.error(describeFault(error), "An audit couldn't be requested");
    return false;
  }
}

/**
 * The Message-ID of a mail that a mailbox gets once a day at most, however its address is written; the database takes no
 * second one, and a visitor's role needs no right to look.
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
 * The id says what an enquiry is: the same key and content give the same id. The content counts too, so that a
 * visitor who goes back and corrects a word under the same key sends a new enquiry instead of nothing; and so does
 * whether it is set aside, so that who sends it again in a person's way is heard.
 */
export function enquiryId(enquiry: Enquiry, isSpam: boolean, idempotencyKey?: string): string {
  if (!idempotencyKey) return randomUUID();
  const { name, email, phone, website, message, services, formType } = enquiry;
  const content = [idempotencyKey, name, email, phone, website, message, services, formType, isSpam];
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16);
  // Version 8 and variant bits of RFC 9562: a UUID of our own making.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
