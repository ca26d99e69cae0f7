// Answers enquiries. A reply is stored with its email in one transaction, and the outbox sends it.
import { randomUUID } from "node:crypto";
import { and, asc, eq, getTableName, gt, inArray, sql } from "drizzle-orm";
import { replyWords } from "../../copy/panel/reply.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { deleteForUndo, storeForUndo, undoDelete } from "../../platform/database/undo.server.ts";
import { isoDay, shortDate } from "../../platform/time/dates.ts";
import { OPEN_STATUSES } from "../enquiry-table/statuses.ts";
import { enquiries, enquiry_messages } from "../enquiry-table/table.server.ts";
import { ownContact, ownerEmails, senderEmail } from "../mail/emails.server.ts";
import { inSeconds } from "../mail/schedule.server.ts";
import { readMailConfig } from "../mail/settings.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import type { EnquiryField } from "./fields.ts";
import { UNDO_SECONDS } from "./reply.ts";
import { composeReply } from "./reply-mail.ts";
import { type By, gone, makeChanges, UNDONE, undoEnquiryChanges } from "./writes.owner.server.ts";

/** A stolen session must not become a mail server. */
const REPLIES_PER_HOUR = 60;

const { refusals } = replyWords;
type Row = typeof enquiries.$inferSelect;

/**
 * Stores a reply and its email, which goes out in `UNDO_SECONDS`. A new enquiry becomes contacted, and the next step is
 * set.
 * @param reply.follow_up_on empty for no next step
 * @returns the id for `undoReply`
 * @throws Refused if the enquiry has been deleted, the reply was sent before, too many were, or there's no sender
 */
export const sendReply = (
  db: Database,
  config: Config,
  enquiryId: string,
  { message, follow_up_on }: { message: string; follow_up_on: string },
  by: By,
): Promise<string> =>
  db.transaction(async (tx) => {
    const row = await lockEnquiry(tx, enquiryId);
    await checkReply(tx, enquiryId, message);
    const settings = await readSettings(tx);
    const mailConfig = await readMailConfig(tx, config);
    if (!senderEmail(mailConfig, settings, null)) throw new Refused({ "": refusals.noSender });
    const id = randomUUID();
    const earlier = await listEarlier(tx, enquiryId);
    const isFirst = !(await tx.$count(enquiry_messages, isReplyTo(enquiryId)));
    const { site_title: siteTitle, time_zone } = settings;
    const day = shortDate(row.created_at, time_zone);
    await tx.insert(enquiry_messages).values({ id, enquiry_id: enquiryId, direction: "out", message });
    await tx.insert(outgoing_mails).values({
      ...{ id, enquiry_id: enquiryId, kind: "reply", recipient: row.email },
      message_id: `<${id}@${new URL(config.siteUrl).hostname}>`,
      reply_to: ownContact(settings) ?? ownerEmails(mailConfig, settings)[0] ?? "",
      ...composeReply(message, {
        earlier,
        quote: isFirst && row.message ? { name: row.name, message: row.message, day } : null,
        siteTitle,
      }),
      next_try_at: inSeconds(UNDO_SECONDS),
    });
    const set: Partial<Record<EnquiryField, string>> = {
      ...(["new", "spam"].includes(row.status) && { status: "contacted" }),
      follow_up_on,
    };
    const made = await setFields(tx, enquiryId, set, by);
    return storeForUndo(tx, { [UNDONE]: made, [getTableName(outgoing_mails)]: [] }, id);
  });

const isReplyTo = (enquiryId: string) =>
  and(eq(enquiry_messages.enquiry_id, enquiryId), eq(enquiry_messages.direction, "out"));

async function lockEnquiry(tx: Database, id: string): Promise<Row> {
  const [row] = await tx.select().from(enquiries).where(eq(enquiries.id, id)).for("update");
  if (!row) throw gone();
  return row;
}

/** Sets fields, and marks the enquiry as changed even if they had these values. */
async function setFields(tx: Database, id: string, set: Partial<Record<EnquiryField, string>>, by: By) {
  const changes = Object.entries(set).map(([field, to]) => ({
    ...{ enquiry_id: id, field: field as EnquiryField, to },
  }));
  const made = await makeChanges(tx, changes, by);
  await tx.update(enquiries).set({ updated_at: sql`now()` }).where(eq(enquiries.id, id));
  return made;
}

/** @throws Refused for a repeated reply, such as after a lost response, and for too many */
async function checkReply(tx: Database, enquiryId: string, message: string) {
  const since = (hours: number) =>
    gt(enquiry_messages.created_at, sql`now() - make_interval(hours => ${hours})`);
  const isSame = and(isReplyTo(enquiryId), eq(enquiry_messages.message, message), since(24));
  if (await tx.$count(enquiry_messages, isSame)) throw new Refused({ "": refusals.repeated });
  const lately = and(eq(enquiry_messages.direction, "out"), since(1));
  if ((await tx.$count(enquiry_messages, lately)) >= REPLIES_PER_HOUR)
    throw new Refused({ "": refusals.tooMany });
}

/** Returns the emails that the enquiry's sender got, and replies that are on their way, oldest first. */
const listEarlier = (tx: Database, enquiryId: string) =>
  tx
    .select({ message_id: outgoing_mails.message_id, subject: outgoing_mails.subject })
    .from(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.enquiry_id, enquiryId),
        sql`(${outgoing_mails.kind} = 'reply' and ${outgoing_mails.status} <> 'refused'
          or ${outgoing_mails.kind} = 'confirmation' and ${outgoing_mails.status} = 'sent')`,
      ),
    )
    .orderBy(asc(outgoing_mails.created_at), asc(outgoing_mails.id));

/**
 * Stops a reply that isn't on its way yet, and sets back what it changed.
 * @throws Refused if it's too late
 */
export const undoReply = (db: Database, id: string, by: By): Promise<void> =>
  db.transaction(async (tx) => {
    const waiting = tx
      .select({ id: outgoing_mails.id })
      .from(outgoing_mails)
      .where(
        and(
          ...[eq(outgoing_mails.id, id), eq(outgoing_mails.kind, "reply")],
          ...[eq(outgoing_mails.status, "waiting"), gt(outgoing_mails.next_try_at, sql`now()`)],
          eq(outgoing_mails.attempts, 0),
        ),
      )
      // An email that's being sent is locked.
      .for("update", { skipLocked: true });
    const { rowCount } = await tx.delete(outgoing_mails).where(inArray(outgoing_mails.id, waiting));
    if (!rowCount) throw new Refused({ "": refusals.tooLate });
    await tx.delete(enquiry_messages).where(eq(enquiry_messages.id, id));
    await undoEnquiryChanges(tx, id, by);
  });

/**
 * Adds what an enquiry's sender answered. A new enquiry becomes contacted, and the next step of an open one is due
 * today.
 * @throws Refused if the enquiry has been deleted
 */
export const addAnswer = (db: Database, enquiryId: string, message: string, by: By): Promise<void> =>
  db.transaction(async (tx) => {
    const { status } = await lockEnquiry(tx, enquiryId);
    await tx.insert(enquiry_messages).values({ enquiry_id: enquiryId, direction: "in", message });
    const isOpen = (OPEN_STATUSES as readonly string[]).includes(status);
    const { time_zone } = await readSettings(tx);
    const set = {
      ...(status === "new" && { status: "contacted" }),
      ...(isOpen && { follow_up_on: isoDay(new Date(), time_zone) }),
    };
    await setFields(tx, enquiryId, set, by);
  });

/** Deletes an answer and returns the id for `restoreAnswer`. Replies can't be deleted, because they were sent. */
export const deleteAnswer = (db: Database, id: string) =>
  db.transaction((tx) =>
    deleteForUndo(tx, [
      [enquiry_messages, and(eq(enquiry_messages.id, id), eq(enquiry_messages.direction, "in"))!],
    ]),
  );

/**
 * Restores a deleted answer.
 * @throws Refused if its enquiry has been deleted, or after the undo period
 */
export const restoreAnswer = (db: Database, undoId: string) =>
  db.transaction((tx) => undoDelete(tx, undoId, [enquiry_messages]));
