// What the owner does with enquiries: moves them on, notes, sends a mail again, deletes and puts back.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { deleteForUndo, undoDelete, whileNotSending } from "../../platform/database/undo.server.ts";
import { audits } from "../audit/table.server.ts";
import { requeueOverdueMails } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeStoredNotice } from "./notice.ts";
import type { EnquiryStatus } from "./statuses.ts";
import { enquiries, enquiry_notes, enquiry_status_changes } from "./table.server.ts";

const gone = () => new Refused({ "": "This enquiry has been deleted." });

/**
 * Sets where enquiries stand, in one transaction with their mails: what becomes spam causes no mail that has not gone
 * out yet, what leaves spam causes the notice that was held back. Each change is recorded with the enquiry.
 * @param browser where it is done, as `browserOf` has it
 * @throws Refused where all of them are gone
 */
export async function setEnquiryStatus(
  db: Database,
  ids: string[],
  status: EnquiryStatus,
  { siteUrl, browser }: { siteUrl: string; browser: string },
) {
  await db.transaction(async (tx) => {
    const before = await tx
      .select()
      .from(enquiries)
      .where(inArray(enquiries.id, ids))
      // Always in the same order, so that two who set the same ones do not wait for each other for ever.
      .orderBy(enquiries.id)
      .for("update");
    if (!before.length) throw gone();
    await tx.update(enquiries).set({ status, updated_at: sql`now()` }).where(inArray(enquiries.id, ids));
    const changed = before.filter((row) => row.status !== status);
    if (changed.length)
      await tx.insert(enquiry_status_changes).values(
        changed.map(({ id, status: from }) => ({
          enquiry_id: id,
          from_status: from,
          to_status: status,
          browser,
        })),
      );
    if (status === "spam") return forgetWaitingMails(tx, ids);
    for (const row of before) if (row.status === "spam") await sendHeldNotice(tx, row, siteUrl);
  });
}

/** One that is being sent at this moment is on its way. */
async function forgetWaitingMails(tx: Database, enquiryIds: string[]) {
  const waiting = tx
    .select({ id: outgoing_mails.id })
    .from(outgoing_mails)
    .where(and(inArray(outgoing_mails.enquiry_id, enquiryIds), eq(outgoing_mails.status, "waiting")))
    .for("update", { skipLocked: true });
  await tx.delete(outgoing_mails).where(inArray(outgoing_mails.id, waiting));
}

async function sendHeldNotice(tx: Database, row: typeof enquiries.$inferSelect, siteUrl: string) {
  const notices = and(eq(outgoing_mails.enquiry_id, row.id), eq(outgoing_mails.kind, "notice"));
  if (await tx.$count(outgoing_mails, notices)) return;
  const { time_zone: timeZone, site_title: siteTitle } = await readSettings(tx);
  const id = randomUUID();
  await tx.insert(outgoing_mails).values({
    id,
    enquiry_id: row.id,
    message_id: `<${id}@${new URL(siteUrl).hostname}>`,
    reply_to: row.email,
    ...composeStoredNotice(row, { siteUrl, timeZone, siteTitle }),
  });
}

/** @throws Refused where the enquiry is gone */
export async function addNote(db: Database, enquiryId: string, note: string) {
  const { rowCount } = await db.execute(sql`
    insert into enquiry_notes (enquiry_id, note) select id, ${note} from enquiries where id = ${enquiryId}`);
  if (!rowCount) throw gone();
}

/** Deletes a note for good: it is about a person. Returns the id for `restoreNote`. */
export const deleteNote = (db: Database, id: string) =>
  db.transaction((tx) => deleteForUndo(tx, [[enquiry_notes, eq(enquiry_notes.id, id)]]));

/**
 * Puts back what `deleteNote` took.
 * @throws Refused where its enquiry is gone, and once it is too late
 */
export const restoreNote = (db: Database, undoId: string) =>
  db.transaction((tx) => undoDelete(tx, undoId, [enquiry_notes]));

/** Tries a mail again at once, also one that was refused; one that was sent stays sent. */
export async function sendMailAgain(db: Database, id: string) {
  await whileNotSending(db, async (tx) => {
    await tx
      .update(outgoing_mails)
      // Overdue since it was written, if the clock was right: so it comes before whatever else waits.
      .set({
        status: "waiting",
        attempts: 0,
        refusals: 0,
        next_try_at: sql`least(${outgoing_mails.created_at}, now())`,
      })
      .where(and(eq(outgoing_mails.id, id), inArray(outgoing_mails.status, ["waiting", "refused"])));
    await requeueOverdueMails(tx);
  });
}

/**
 * Deletes enquiries for good, with their notes, changes of status, mails and audits: they are people's data.
 * @returns the id for `restoreEnquiries`, and how many there were
 * @throws Refused where one of the mails is being sent
 */
export const deleteEnquiries = (db: Database, ids: string[]) =>
  whileNotSending(db, (tx) =>
    deleteForUndo(tx, [
      [enquiries, inArray(enquiries.id, ids)],
      [enquiry_notes, inArray(enquiry_notes.enquiry_id, ids)],
      [enquiry_status_changes, inArray(enquiry_status_changes.enquiry_id, ids)],
      [outgoing_mails, inArray(outgoing_mails.enquiry_id, ids)],
      [audits, inArray(audits.enquiry_id, ids)],
    ]),
  );

/**
 * Puts back what `deleteEnquiries` took; a mail that had not been sent yet is sent after all.
 * @returns how many
 * @throws Refused once it is too late
 */
export const restoreEnquiries = (db: Database, undoId: string) =>
  db.transaction((tx) =>
    undoDelete(tx, undoId, [enquiries, enquiry_notes, enquiry_status_changes, outgoing_mails, audits]),
  );
