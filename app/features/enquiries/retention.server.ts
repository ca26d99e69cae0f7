// How long enquiries are kept, where the owner has set it: what is older goes for good, with its notes and mails. What
// was written in a mail goes soon after it was sent.
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { enquiries, enquiry_notes } from "./table.server.ts";

const BATCH = 500;
/** A slip of the pen can be undone for so long. */
const GRACE = sql`interval '1 day'`;

/** Since when nothing was done with an enquiry. */
const lastTouched = sql`greatest(${enquiries.updated_at}, (
  select max(${enquiry_notes.created_at}) from ${enquiry_notes} where ${enquiry_notes.enquiry_id} = ${enquiries.id}
))`;

const isOlderThan = (months: number): SQL =>
  sql`${enquiries.created_at} < now() - make_interval(months => ${months}::integer)
    and ${lastTouched} < now() - make_interval(months => ${months}::integer)`;

/** How many enquiries nothing was done with for so many months. */
export const countOldEnquiries = (db: Database, months: number): Promise<number> =>
  db.$count(enquiries, isOlderThan(months));

/** For how many months enquiries are kept; null for ever, and on the first day after the owner has set it. */
async function readMonthsKept(db: Database): Promise<number | null> {
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
 * Deletes a batch of what is older than the owner wants it kept; a row that is locked at this moment waits for the
 * next time.
 * @param tx a transaction
 * @returns how many enquiries, and whether there may be more
 */
export async function purgeOldEnquiries(tx: Database): Promise<{ count: number; hasMore: boolean }> {
  const months = await readMonthsKept(tx);
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
  // Their notes go with them.
  await tx.delete(enquiries).where(inArray(enquiries.id, ids));
  return { count: ids.length, hasMore: ids.length === BATCH };
}

const MAIL_DAYS = 14;
/** More than are sent in an hour; what had gathered before is emptied in the hours after. */
const MAILS = 5000;

/**
 * Deletes the text of mails that were sent more than two weeks ago: a sent mail is never sent again, and its links
 * should not outlive it. The row keeps that it was sent, and when.
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
