import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { deleteForUndo, undoDelete, whileNotSending } from "../../platform/database/undo.server.ts";
import { audits } from "../audit/table.server.ts";
import type { EnquiryStatus } from "../enquiry-table/statuses.ts";
import { enquiries, enquiry_notes, enquiry_status_changes } from "../enquiry-table/table.server.ts";
import { requeueOverdueMails } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { isAssignee } from "../staff/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { composeStoredNotice, replyTo } from "./notice.ts";

const gone = () => new Refused({ "": "This enquiry has been deleted." });

/**
 * Sets the status of enquiries and records the changes. Marking as spam deletes unsent emails; unmarking
 * sends the withheld notice.
 * @param browser from `browserOf`
 * @throws Refused if all enquiries have been deleted
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
      // A fixed order prevents deadlocks.
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
    if (status === "spam") return deletePendingMails(tx, ids);
    for (const row of before) if (row.status === "spam") await sendHeldNotice(tx, row, siteUrl);
  });
}

/**
 * Assigns an enquiry to a person.
 * @param person null for unassigned
 * @throws Refused if the enquiry has been deleted or the person can't see enquiries
 */
export async function assignEnquiry(db: Database, id: string, person: string | null) {
  const [assignee] = person
    ? await db
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.id, person), isAssignee))
    : [null];
  if (assignee === undefined) throw new Refused({ "": "This person can't see enquiries anymore." });
  const { rowCount } = await db
    .update(enquiries)
    .set({ assigned_to: person, updated_at: sql`now()` })
    .where(eq(enquiries.id, id));
  if (!rowCount) throw gone();
}

/** Leaves emails that are being sent right now. */
async function deletePendingMails(tx: Database, enquiryIds: string[]) {
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
    reply_to: replyTo(row.email),
    ...composeStoredNotice(row, { siteUrl, timeZone, siteTitle }),
  });
}

/** @throws Refused if the enquiry has been deleted */
export async function addNote(db: Database, enquiryId: string, note: string) {
  const { rowCount } = await db.execute(sql`
    insert into enquiry_notes (enquiry_id, note) select id, ${note} from enquiries where id = ${enquiryId}`);
  if (!rowCount) throw gone();
}

/** Deletes a note and returns the id for `restoreNote`. */
export const deleteNote = (db: Database, id: string) =>
  db.transaction((tx) => deleteForUndo(tx, [[enquiry_notes, eq(enquiry_notes.id, id)]]));

/**
 * Restores a deleted note.
 * @throws Refused if its enquiry has been deleted, or after the undo period
 */
export const restoreNote = (db: Database, undoId: string) =>
  db.transaction((tx) => undoDelete(tx, undoId, [enquiry_notes]));

/** Retries an unsent email immediately, even a rejected one. */
export async function sendMailAgain(db: Database, id: string) {
  await whileNotSending(db, async (tx) => {
    await tx
      .update(outgoing_mails)
      // Puts the email ahead of all newer ones.
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
 * Deletes enquiries with their notes, status changes, emails and audits.
 * @returns the id for `restoreEnquiries`, and the number of enquiries
 * @throws Refused while one of the emails is being sent
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
 * Restores deleted enquiries and requeues their unsent emails. Returns the number of enquiries.
 * @throws Refused after the undo period
 */
export const restoreEnquiries = (db: Database, undoId: string) =>
  db.transaction((tx) =>
    undoDelete(tx, undoId, [enquiries, enquiry_notes, enquiry_status_changes, outgoing_mails, audits]),
  );
