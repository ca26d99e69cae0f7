import { randomUUID } from "node:crypto";
import { and, eq, getTableName, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import {
  deleteForUndo,
  readForUndo,
  storeForUndo,
  undoDelete,
  whileNotSending,
} from "../../platform/database/undo.server.ts";
import { audits } from "../audit/table.server.ts";
import {
  enquiries,
  enquiry_changes,
  enquiry_messages,
  enquiry_notes,
} from "../enquiry-table/table.server.ts";
import { requeueOverdueMails } from "../mail/schedule.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { isAssignee } from "../staff/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { ENQUIRY_FIELDS, type EnquiryField } from "./fields.ts";
import { composeStoredNotice, replyTo } from "./notice.ts";

export const gone = () => new Refused({ "": "This enquiry has been deleted." });

/** What changes. `from`, if given, is the value that the enquiry must still have. */
type Change = { enquiry_id: string; field: EnquiryField; to: string; from?: string };
export type By = {
  siteUrl: string;
  /** from `browserOf` */
  browser: string;
};

/** The name under which changes are stored for Undo. */
export const UNDONE = "changes";

/**
 * Sets fields of enquiries and records the changes. Marking as spam deletes unsent emails; unmarking sends the
 * withheld notice.
 * @param fields the values as text (`ENQUIRY_FIELDS`)
 * @returns the id for `undoEnquiryChanges`; undefined if nothing changed
 * @throws Refused if all enquiries have been deleted, or if an assignee can't see enquiries
 */
export const changeEnquiries = (
  db: Database,
  ids: string[],
  fields: Partial<Record<EnquiryField, string>>,
  by: By,
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    if (fields.assigned_to) await checkAssignee(tx, fields.assigned_to);
    const changes = ids.flatMap((enquiry_id) =>
      Object.entries(fields).map(([field, to]) => ({ enquiry_id, field: field as EnquiryField, to })),
    );
    const made = await makeChanges(tx, changes, by);
    if (!made.length) return undefined;
    const spam = made.filter(({ field, to }) => field === "status" && to === "spam");
    return spam.length
      ? (await deletePendingMails(tx, spam, made)).id
      : storeForUndo(tx, { [UNDONE]: made, [getTableName(outgoing_mails)]: [] });
  });

/**
 * Sets changed fields back, except those changed again since, and restores emails deleted because of spam.
 * @throws Refused after the undo period, or if all enquiries have been deleted
 */
export const undoEnquiryChanges = (db: Database, undoId: string, by: By): Promise<void> =>
  db.transaction(async (tx) => {
    const made = (await readForUndo(tx, undoId, UNDONE)) as Required<Change>[];
    const back = made.map(({ from, to, ...one }) => ({ ...one, from: to, to: from }));
    const ids = made.map(({ enquiry_id }) => enquiry_id);
    const isSpam = and(inArray(enquiries.id, ids), eq(enquiries.status, "spam"));
    const spam = tx.select({ id: enquiries.id }).from(enquiries).where(isSpam).orderBy(enquiries.id);
    await spam.for("update");
    // Restored first, because otherwise the withheld notice would be sent, too.
    await undoDelete(tx, undoId, [outgoing_mails], sql`enquiry_id in (${spam})`);
    await makeChanges(tx, back, by);
  });

/**
 * Sets fields of enquiries and records the changes.
 * @returns the changes to fields that had other values
 * @throws Refused if all enquiries have been deleted
 */
export async function makeChanges(tx: Database, changes: Change[], { siteUrl, browser }: By) {
  if (!changes.length) return [];
  const ids = [...new Set(changes.map(({ enquiry_id }) => enquiry_id))];
  const rows = await tx
    .select()
    .from(enquiries)
    .where(inArray(enquiries.id, ids))
    // A fixed order prevents deadlocks.
    .orderBy(enquiries.id)
    .for("update");
  if (!rows.length) throw gone();
  const made: Required<Change>[] = [];
  for (const row of rows) {
    const own = changes
      .filter(({ enquiry_id }) => enquiry_id === row.id)
      .map((change) => ({ ...change, had: ENQUIRY_FIELDS[change.field].read(row) }))
      .filter(({ had, to, from = had }) => had !== to && had === from)
      .map(({ had, ...change }) => ({ ...change, from: had }));
    if (!own.length) continue;
    made.push(...own);
    const columns = Object.assign({}, ...own.map(({ field, to }) => ENQUIRY_FIELDS[field].columns(to)));
    await tx
      .update(enquiries)
      .set({ ...columns, updated_at: sql`now()` })
      .where(eq(enquiries.id, row.id));
    if (own.some(({ field, from }) => field === "status" && from === "spam"))
      await sendHeldNotice(tx, row, siteUrl);
  }
  if (made.length) await tx.insert(enquiry_changes).values(made.map((one) => ({ ...one, browser })));
  return made;
}

async function checkAssignee(tx: Database, person: string) {
  const [assignee] = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, person), isAssignee));
  if (!assignee) throw new Refused({ "": "This person can't see enquiries anymore." });
}

/** Leaves emails that are being sent right now. */
function deletePendingMails(tx: Database, spam: Change[], made: Change[]) {
  const enquiryIds = spam.map(({ enquiry_id }) => enquiry_id);
  const waiting = tx
    .select({ id: outgoing_mails.id })
    .from(outgoing_mails)
    .where(and(inArray(outgoing_mails.enquiry_id, enquiryIds), eq(outgoing_mails.status, "waiting")))
    .for("update", { skipLocked: true });
  return deleteForUndo(tx, [[outgoing_mails, inArray(outgoing_mails.id, waiting)]], { [UNDONE]: made });
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
    with enquiry as (update enquiries set updated_at = now() where id = ${enquiryId} returning id)
    insert into enquiry_notes (enquiry_id, note) select id, ${note} from enquiry`);
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
 * Deletes enquiries with their notes, changes, messages, emails and audits.
 * @returns the id for `restoreEnquiries`, and the number of enquiries
 * @throws Refused while one of the emails is being sent
 */
export const deleteEnquiries = (db: Database, ids: string[]) =>
  whileNotSending(db, (tx) =>
    deleteForUndo(tx, [
      [enquiries, inArray(enquiries.id, ids)],
      [enquiry_notes, inArray(enquiry_notes.enquiry_id, ids)],
      [enquiry_changes, inArray(enquiry_changes.enquiry_id, ids)],
      [enquiry_messages, inArray(enquiry_messages.enquiry_id, ids)],
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
    undoDelete(tx, undoId, [
      ...[enquiries, enquiry_notes, enquiry_changes, enquiry_messages],
      ...[outgoing_mails, audits],
    ]),
  );
