// Every read and write of enquiries and of the mails they cause.
import { createHash, randomUUID } from "node:crypto";
import type { Database } from "../../platform/database.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeNotice } from "./notice.ts";
import type { Enquiry } from "./rules.ts";
import { enquiries, outgoing_mails } from "./table.server.ts";

/**
 * Stores an enquiry and the mail that tells of it, in one transaction; a trigger adds the mail's job to the same
 * one (DECISIONS 14). Only after this may anybody hear of success. Needs no right to read enquiries.
 * @param facts.page path of the page it came from, empty where unknown
 * @param facts.idempotencyKey the same key with the same content is the same enquiry, stored once
 * @returns the enquiry's id; the same again for a repetition
 * @throws on a database fault: nothing is stored then, or everything (a lost commit), so the key is kept for a retry
 */
export async function recordEnquiry(
  db: Database,
  enquiry: Enquiry,
  facts: { page: string; siteUrl: string; idempotencyKey?: string },
): Promise<string> {
  const { formType: form_type, ...fields } = enquiry;
  const id = enquiryId(enquiry, facts.idempotencyKey);
  const mailId = randomUUID();
  const settings = await readSettings(db);
  const notice = composeNotice(enquiry, {
    page: facts.page && facts.siteUrl + facts.page,
    receivedAt: new Date(),
    timeZone: settings.time_zone,
    siteTitle: settings.site_title,
  });
  await db.transaction(async (tx) => {
    const stored = await tx
      .insert(enquiries)
      .values({ id, form_type, page: facts.page, ...fields })
      .onConflictDoNothing();
    if (!stored.rowCount) return;
    await tx.insert(outgoing_mails).values({
      id: mailId,
      enquiry_id: id,
      message_id: `<${mailId}@${new URL(facts.siteUrl).hostname}>`,
      reply_to: enquiry.email,
      ...notice,
    });
  });
  return id;
}

/**
 * The id says what an enquiry is: the same key and content give the same id. The content counts too, so that a
 * visitor who goes back and corrects a word under the same key sends a new enquiry instead of nothing.
 */
export function enquiryId(enquiry: Enquiry, idempotencyKey?: string): string {
  if (!idempotencyKey) return randomUUID();
  const { name, email, phone, website, message, services, formType } = enquiry;
  const content = [idempotencyKey, name, email, phone, website, message, services, formType];
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16);
  // Version 8 and variant bits of RFC 9562: a UUID of our own making.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
