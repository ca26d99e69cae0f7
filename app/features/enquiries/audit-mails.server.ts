// Adds audit results to an enquiry's emails, which wait up to a minute for them.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { type AuditResult, isNowhere } from "../audit/result.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { queueMails } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeConfirmation } from "./confirmation.ts";
import { composeStoredNotice } from "./notice.ts";
import { composeReport, digestAudit } from "./report-mail.ts";

/**
 * Adds the audit result to an enquiry's pending emails and sends them. If the website doesn't exist, the
 * sender gets no report, because the email address may be someone else's.
 * @param tx the transaction that stores the result
 * @param audit.reportUrl absolute URL
 */
export async function fillAuditMails(
  tx: Database,
  enquiryId: string,
  { result, reportUrl, siteUrl }: { result: AuditResult; reportUrl: string; siteUrl: string },
): Promise<void> {
  const [row] = await tx.select().from(enquiries).where(eq(enquiries.id, enquiryId));
  if (!row) return;
  const waiting = await tx
    .select({ id: outgoing_mails.id, kind: outgoing_mails.kind })
    .from(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.enquiry_id, enquiryId),
        inArray(outgoing_mails.kind, ["notice", "confirmation"]),
        eq(outgoing_mails.status, "waiting"),
        eq(outgoing_mails.attempts, 0),
        eq(outgoing_mails.trouble, ""),
      ),
    )
    // Emails being sent right now go out without the result.
    .for("update", { skipLocked: true });
  if (!waiting.length) return;
  const settings = await readSettings(tx);
  const { site_title: siteTitle, time_zone: timeZone, confirmation_mail, booking_url: bookingUrl } = settings;
  const hasReport = !isNowhere(result.trouble);
  const digest = digestAudit(result);
  for (const { id, kind } of waiting) {
    if (kind !== "notice" && !hasReport && confirmation_mail !== "on") {
      await tx.delete(outgoing_mails).where(eq(outgoing_mails.id, id));
      continue;
    }
    const content =
      kind === "notice"
        ? composeStoredNotice(row, {
            ...{ siteUrl, timeZone, siteTitle },
            audit: { digest, reportUrl },
          })
        : hasReport
          ? composeReport({ siteTitle, host: digest.host, url: reportUrl, bookingUrl }, digest)
          : composeConfirmation(siteTitle, bookingUrl);
    await tx
      .update(outgoing_mails)
      .set({ ...content, next_try_at: sql`now()` })
      .where(eq(outgoing_mails.id, id));
  }
  const ids = waiting.map(({ id }) => id);
  await queueMails(tx, ids);
}
