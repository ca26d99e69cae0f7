import { and, asc, desc, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { audits } from "../../features/audit/table.server.ts";
import {
  enquiries,
  enquiry_changes,
  enquiry_messages,
  enquiry_notes,
} from "../../features/enquiry-table/table.server.ts";
import { outgoing_mails } from "../../features/mail/table.server.ts";
import { subscribers } from "../../features/newsletter/table.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { whileNotSending } from "../../platform/database/undo.server.ts";
import { kept_for_undo } from "../../platform/database/undo.table.server.ts";

const isOf = (column: PgColumn, email: string): SQL => sql`lower(${column}) = lower(${email})`;

/**
 * Invitations contain a link that signs in, and notices and copies are for the owner. None of them must reach others
 * who can see enquiries.
 */
const isInternal = inArray(outgoing_mails.kind, ["invitation", "notice", "copy"]);

/** Matches emails to or about the person, except internal ones. */
const mailsOf = (db: Database, email: string) =>
  or(
    and(isOf(outgoing_mails.recipient, email), not(isInternal)),
    inArray(outgoing_mails.enquiry_id, enquiriesOf(db, email)),
  )!;

const enquiriesOf = (db: Database, email: string) =>
  db.select({ id: enquiries.id }).from(enquiries).where(isOf(enquiries.email, email));

export async function countPersonData(db: Database, email: string) {
  const [sent, notes, messages, mails, subscriptions, checks] = await Promise.all([
    db.$count(enquiries, isOf(enquiries.email, email)),
    db.$count(enquiry_notes, inArray(enquiry_notes.enquiry_id, enquiriesOf(db, email))),
    db.$count(enquiry_messages, inArray(enquiry_messages.enquiry_id, enquiriesOf(db, email))),
    db.$count(outgoing_mails, mailsOf(db, email)),
    db.$count(subscribers, isOf(subscribers.email, email)),
    db.$count(audits, inArray(audits.enquiry_id, enquiriesOf(db, email))),
  ]);
  return { enquiries: sent, notes, messages, mails, subscriptions, audits: checks };
}

/** Only the subscriber may confirm a subscription, so exports don't contain the link. */
const maskLinks = (text: string) => text.replace(/(\/newsletter\/\w+\/)[\w-]+/g, "$1***");

/** Returns a person's data for an export, without columns that are only used to send email. */
export async function readPersonData(db: Database, email: string) {
  const { kind, subject, text_body, created_at, sent_at } = outgoing_mails;
  const mailColumns = { kind, subject, text: text_body, status: outgoing_mails.status, created_at, sent_at };
  const { enquiry_id, url, state, requested_at, finished_at, result } = audits;
  const sent = await db
    .select()
    .from(enquiries)
    .where(isOf(enquiries.email, email))
    .orderBy(desc(enquiries.created_at), asc(enquiries.id));
  const ids = sent.map(({ id }) => id);
  const [notes, changes, messages, mails, others, newsletter, checks] = await Promise.all([
    db
      .select()
      .from(enquiry_notes)
      .where(inArray(enquiry_notes.enquiry_id, ids))
      .orderBy(asc(enquiry_notes.created_at)),
    db
      .select()
      .from(enquiry_changes)
      .where(inArray(enquiry_changes.enquiry_id, ids))
      .orderBy(asc(enquiry_changes.created_at)),
    db
      .select()
      .from(enquiry_messages)
      .where(inArray(enquiry_messages.enquiry_id, ids))
      .orderBy(asc(enquiry_messages.created_at)),
    db
      .select({ enquiry_id: outgoing_mails.enquiry_id, ...mailColumns })
      .from(outgoing_mails)
      .where(inArray(outgoing_mails.enquiry_id, ids))
      .orderBy(asc(outgoing_mails.created_at)),
    db
      .select(mailColumns)
      .from(outgoing_mails)
      .where(and(isOf(outgoing_mails.recipient, email), isNull(outgoing_mails.enquiry_id), not(isInternal)))
      .orderBy(asc(outgoing_mails.created_at)),
    db
      .select({
        email: subscribers.email,
        status: subscribers.status,
        created_at: subscribers.created_at,
        confirmed_at: subscribers.confirmed_at,
        unsubscribed_at: subscribers.unsubscribed_at,
      })
      .from(subscribers)
      .where(isOf(subscribers.email, email)),
    db
      .select({ enquiry_id, url, state, requested_at, finished_at, result })
      .from(audits)
      .where(inArray(audits.enquiry_id, ids))
      .orderBy(asc(audits.requested_at)),
  ]);
  const of = <Row extends { enquiry_id: string | null }>(id: string, rows: Row[]) =>
    rows.filter((row) => row.enquiry_id === id);
  return {
    email,
    enquiries: sent.map((enquiry) => ({
      ...enquiry,
      notes: of(enquiry.id, notes).map(({ note, created_at }) => ({ note, created_at })),
      changes: of(enquiry.id, changes).map(({ field, from, to, created_at }) => ({
        ...{ field, from, to, created_at },
      })),
      messages: of(enquiry.id, messages).map(({ direction, message, created_at }) => ({
        ...{ direction, message, created_at },
      })),
      mails: of(enquiry.id, mails).map(({ enquiry_id: _, ...mail }) => mail),
      audits: of(enquiry.id, checks).map(({ enquiry_id: _, ...audit }) => audit),
    })),
    newsletter: newsletter[0] ?? null,
    other_mails: others.map((mail) => ({ ...mail, text: maskLinks(mail.text) })),
  };
}

/** Matches recent deletions of the person's data, which Undo must not restore. */
const isAbout = (email: string) => sql`exists (
  select from jsonb_each(${kept_for_undo.rows}) part(name, rows), jsonb_array_elements(part.rows) kept
  where lower(${email}) in (lower(kept ->> 'email'), lower(kept ->> 'recipient'))
    or kept ->> 'enquiry_id' in (
      select id::text from ${enquiries} where ${isOf(enquiries.email, email)}
      union select deleted ->> 'id' from ${kept_for_undo} stored, jsonb_array_elements(stored.rows -> 'enquiries') deleted
        where lower(deleted ->> 'email') = lower(${email})))`;

/**
 * Permanently deletes a person's data.
 * @throws Refused if one of the emails is being sent
 */
export async function deletePersonData(db: Database, email: string): Promise<void> {
  await whileNotSending(db, async (tx) => {
    await tx.delete(kept_for_undo).where(isAbout(email));
    await tx.delete(outgoing_mails).where(mailsOf(tx, email));
    // The database also deletes the enquiries' notes, changes, messages and audits.
    await tx.delete(enquiries).where(isOf(enquiries.email, email));
    await tx.delete(subscribers).where(isOf(subscribers.email, email));
  });
}
