// Deletes enquiries permanently after the retention period the owner set, with their notes and emails. Sent emails lose
// their text after two weeks.
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { enquiries, enquiry_notes } from "./table.server.ts";

const BATCH = 500;
/** A mistake in the setting can be undone for this long. */
const GRACE = sql`interval '1 day'`;

/** The last activity on an enquiry. */
const lastTouched = sql`greatest(${enquiries.updated_at}, (
  select max(${enquiry_notes.created_at}) from ${enquiry_notes} where ${enquiry_notes.enquiry_id} = ${enquiries.id}
))`;

const isOlderThan = (months: number): SQL =>
  sql`${enquiries.created_at} < now() - make_interval(months => ${months}::integer)
    and ${lastTouched} < now() - make_interval(months => ${months}::integer)`;

/** Counts enquiries that haven't been touched for this many months. */
export const countOldEnquiries = (db: Database, months: number): Promise<number> =>
  db.$count(enquiries, isOlderThan(months));

/**
 * Returns for how many months enquiries are kept; null means forever, also on the first day after the owner changed the
 * setting.
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
 * Deletes one batch of enquiries past the retention period; locked rows wait for the next run.
 * @param tx a transaction
 * @returns how many were deleted, and whether there may be more
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
  // Their notes are deleted by cascade.
  await tx.delete(enquiries).where(inArray(enquiries.id, ids));
  return { count: ids.length, hasMore: ids.length === BATCH };
}

const MAIL_DAYS = 14;
/** More than are sent in an hour; a backlog is emptied over the following hours. */
const MAILS = 5000;

/**
 * Clears the text of emails sent more than two weeks ago: a sent email is never sent again, and its links shouldn't
 * outlive it. The row still records that it was sent, and when.
 */
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
