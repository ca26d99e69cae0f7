// Permanently deletes old enquiries and the text of sent emails.
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries, enquiry_notes } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { website_settings } from "../settings/table.server.ts";

const BATCH = 500;
/** Time to correct a mistake in the setting. */
const GRACE = sql`interval '1 day'`;

const lastTouched = sql`greatest(${enquiries.updated_at}, (
  select max(${enquiry_notes.created_at}) from ${enquiry_notes} where ${enquiry_notes.enquiry_id} = ${enquiries.id}
))`;

const isOlderThan = (months: number): SQL =>
  sql`${enquiries.created_at} < now() - make_interval(months => ${months}::integer)
    and ${lastTouched} < now() - make_interval(months => ${months}::integer)`;

/** Counts enquiries that haven't changed for this many months. */
export const countOldEnquiries = (db: Database, months: number): Promise<number> =>
  db.$count(enquiries, isOlderThan(months));

/**
 * Returns the retention period in months. Without the setting, and for a day after it changes, returns null so
 * that nothing is deleted.
 */
async function readRetentionMonths(db: Database): Promise<number | null> {
  const [row] = await db
    .select({
      months: website_settings.setting_value,
      isDue: sql<boolean>`${website_settings.updated_at} < now() - ${GRACE}`,
    })
    .from(website_settings)
    .where(eq(website_settings.setting_key, "keep_enquiries_months"));
  const months = Number(row?.isDue && row.months);
  return Number.isInteger(months) && months > 0 ? months : null;
}

/**
 * Deletes one batch of old enquiries, except locked ones.
 * @param tx a transaction
 */
export async function purgeOldEnquiries(tx: Database): Promise<{ count: number; hasMore: boolean }> {
  const months = await readRetentionMonths(tx);
  if (months === null) return { count: 0, hasMore: false };
  const old = await tx
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(isOlderThan(months))
    .orderBy(enquiries.created_at)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  if (!old.length) return { count: 0, hasMore: false };
  const ids = old.map(({ id }) => id);
  await tx.delete(outgoing_mails).where(inArray(outgoing_mails.enquiry_id, ids));
  // Notes, changes and messages are deleted by cascade.
  await tx.delete(enquiries).where(inArray(enquiries.id, ids));
  return { count: ids.length, hasMore: ids.length === BATCH };
}

const MAIL_DAYS = 14;
/** Maximum per run, which is more than the site sends in an hour. */
const MAILS = 5000;

/** Clears the text and headers of emails sent more than two weeks ago. */
export async function emptySentMails(db: Database): Promise<void> {
  const old = db
    .select({ id: outgoing_mails.id })
    .from(outgoing_mails)
    .where(
      sql`${outgoing_mails.status} = 'sent' and ${outgoing_mails.text_body} <> ''
        and ${outgoing_mails.sent_at} < now() - make_interval(days => ${MAIL_DAYS})`,
    )
    .orderBy(outgoing_mails.sent_at)
    .limit(MAILS);
  await db
    .update(outgoing_mails)
    .set({ text_body: "", html_body: "", headers: {} })
    .where(inArray(outgoing_mails.id, old));
}
