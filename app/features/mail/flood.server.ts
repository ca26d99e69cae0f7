// Limits for floods of enquiries: the owner gets digests, and visitors get few emails. The enquiries are stored as usual.
import { and, count, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries } from "../enquiries/table.server.ts";
import { inSeconds, postponeMails } from "./schedule.server.ts";
import { outgoing_mails } from "./table.server.ts";

/** Enquiries per hour with their own notification, without spam; later ones share a digest. */
export const NOTICES_PER_HOUR = 60;
/** How often digests are sent. */
const DIGEST_MINUTES = 10;
/** Emails to visitors per hour: confirmations and newsletter questions together. */
export const VISITOR_MAILS_PER_HOUR = 100;
/** How many of those may wait; anything beyond isn't sent. */
const LINE_MAX = 1000;
const LINE_DELAY_SECONDS = 10 * 60;
/** A lock for counting emails to visitors, so that two workers don't both see room for one. */
const LINE_LOCK = 7_351_402_131;

const HOUR = sql`interval '1 hour'`;
const isToVisitor = ne(outgoing_mails.kind, "notice");

/**
 * Returns whether an enquiry came with so many others that it shares a digest. The hour before it decides rather
 * than the time of the try, so every try gets the same answer.
 */
async function cameInFlood(tx: Database, enquiryId: string): Promise<boolean> {
  const [enquiry] = await tx
    .select({ created_at: sql<string>`${enquiries.created_at}::text` })
    .from(enquiries)
    .where(eq(enquiries.id, enquiryId));
  if (!enquiry) return false;
  const time = sql`${enquiry.created_at}::timestamptz`;
  const before = tx
    .select({ one: sql`1` })
    .from(enquiries)
    .where(
      and(
        ne(enquiries.status, "spam"),
        lte(enquiries.created_at, time),
        gt(enquiries.created_at, sql`${time} - ${HOUR}`),
      ),
    )
    .limit(NOTICES_PER_HOUR + 1)
    .as("before");
  const [row] = await tx.select({ enquiries: count() }).from(before);
  return row!.enquiries > NOTICES_PER_HOUR;
}

/**
 * Holds a notification back for the next digest.
 * @param mail with its current recipient; it hasn't been held back for this one before
 * @returns whether it's held back
 */
export async function holdNotice(
  tx: Database,
  { id, enquiry_id, recipient }: { id: string; enquiry_id: string | null; recipient: string },
): Promise<boolean> {
  if (!enquiry_id || !(await cameInFlood(tx, enquiry_id))) return false;
  await tx.update(outgoing_mails).set({ held_for: recipient }).where(eq(outgoing_mails.id, id));
  // The same time for all of them.
  const next = sql`date_bin(make_interval(mins => ${DIGEST_MINUTES}), now(), 'epoch') + make_interval(mins => ${DIGEST_MINUTES})`;
  await postponeMails(tx, [id], next, { trouble: "held" });
  return true;
}

/** Returns whether a held notification still has to wait: an early job must not send it alone. */
export async function isStillHeld(tx: Database, id: string): Promise<boolean> {
  const isEarly = and(eq(outgoing_mails.trouble, "held"), gt(outgoing_mails.next_try_at, sql`now()`));
  return (await tx.$count(outgoing_mails, and(eq(outgoing_mails.id, id), isEarly))) > 0;
}

/**
 * Makes one worker at a time send an address's digest until its transaction ends; several would split it.
 * @returns false if another worker is already sending it; the next sweep picks up what's left
 */
export async function lockHeldNotices(tx: Database, recipient: string): Promise<boolean> {
  const { rows } = await tx.execute<{ first: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${recipient}, ${LINE_LOCK})) as first`,
  );
  return rows[0]!.first;
}

/** The most notifications in one digest. */
const DIGEST_MAX = 5000;

/**
 * Returns the notifications that go into a digest with this one, oldest first, locked until the transaction ends.
 * Waits for a worker that is resolving the recipient of one, which takes milliseconds.
 */
export function claimHeldNotices(tx: Database, id: string, recipient: string) {
  const { kind, attempts, refusals, enquiry_id } = outgoing_mails;
  const { name, email, form_type, created_at } = enquiries;
  return tx
    .select({
      ...{ id: outgoing_mails.id, kind, attempts, refusals, enquiry_id },
      ...{ name, email, form_type, message: sql<string>`left(${enquiries.message}, 200)`, created_at },
    })
    .from(outgoing_mails)
    .innerJoin(enquiries, eq(enquiries.id, outgoing_mails.enquiry_id))
    .where(
      and(
        eq(outgoing_mails.status, "waiting"),
        eq(outgoing_mails.held_for, recipient),
        eq(outgoing_mails.recipient, recipient),
        sql`(${outgoing_mails.next_try_at} <= now() or ${outgoing_mails.id} = ${id})`,
      ),
    )
    .orderBy(outgoing_mails.created_at, outgoing_mails.id)
    .limit(DIGEST_MAX)
    .for("update", { of: outgoing_mails });
}

/**
 * Lets an email to a visitor through, queues it, or drops it if the queue is full: floods in other people's names must
 * not make this site email all of them.
 * @returns whether it may be sent
 */
export async function releaseToVisitor(
  tx: Database,
  { id, released_at }: { id: string; released_at: Date | null },
): Promise<boolean> {
  if (released_at) return true;
  await tx.execute(sql`select pg_advisory_xact_lock(${LINE_LOCK})`);
  const released = await tx.$count(outgoing_mails, gt(outgoing_mails.released_at, sql`now() - ${HOUR}`));
  if (released < VISITOR_MAILS_PER_HOUR) {
    await tx.update(outgoing_mails).set({ released_at: sql`now()` }).where(eq(outgoing_mails.id, id));
    return true;
  }
  if ((await countLine(tx)) > LINE_MAX) await tx.delete(outgoing_mails).where(eq(outgoing_mails.id, id));
  else await postponeMails(tx, [id], inSeconds(LINE_DELAY_SECONDS), { trouble: "in-line" });
  return false;
}

const countLine = (db: Database) =>
  db.$count(
    outgoing_mails,
    and(eq(outgoing_mails.status, "waiting"), isToVisitor, isNull(outgoing_mails.released_at)),
  );

/**
 * Returns flood figures for the dashboard.
 * @returns enquiries in the last hour without spam, and whether they're too many for single notifications;
 * notifications held for the next digest, and queued emails to visitors
 */
export async function readNoticeFlood(db: Database) {
  const isWaitingFor = (trouble: "held" | "in-line") =>
    and(eq(outgoing_mails.status, "waiting"), eq(outgoing_mails.trouble, trouble));
  const [lastHour, held, inLine] = await Promise.all([
    db.$count(enquiries, and(ne(enquiries.status, "spam"), gt(enquiries.created_at, sql`now() - ${HOUR}`))),
    db.$count(outgoing_mails, isWaitingFor("held")),
    db.$count(outgoing_mails, isWaitingFor("in-line")),
  ]);
  return { lastHour, isFlood: lastHour > NOTICES_PER_HOUR, held, inLine };
}
