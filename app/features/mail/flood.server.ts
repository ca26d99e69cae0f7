// What holds when very many enquiries come at once: the owner gets one mail about many, and strangers few. The
// enquiries themselves are stored like any others.
import { and, count, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries } from "../enquiries/table.server.ts";
import { inSeconds, postponeMails } from "./schedule.server.ts";
import { outgoing_mails } from "./table.server.ts";

/** So many enquiries within an hour have a notice each, spam left out; those after them share one. */
export const NOTICES_PER_HOUR = 60;
/** How often a mail about many goes out while they come. */
const DIGEST_MINUTES = 10;
/** So many mails to visitors within an hour are let out: confirmations and the newsletter's questions together. */
export const VISITOR_MAILS_PER_HOUR = 100;
/** So many wait for their turn; what comes after them is not sent at all. */
const LINE_MAX = 1000;
const LINE_DELAY_SECONDS = 10 * 60;
/** One at a time counts mails to visitors, so that two do not both see room for one. */
const LINE_LOCK = 7_351_402_131;

const HOUR = sql`interval '1 hour'`;
const isToVisitor = ne(outgoing_mails.kind, "notice");

/**
 * Whether an enquiry came with so many others that it shares a notice with them. The hour before it decides, not
 * the time of the try: every try of its notice finds the same, and once it is quieter everything is as before.
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
 * Holds back a notice that came in a flood, until the next mail about many.
 * @param mail a notice with the recipient it has now; it has not been held back for this one before
 * @returns whether it is held back
 */
export async function holdNotice(
  tx: Database,
  { id, enquiry_id, recipient }: { id: string; enquiry_id: string | null; recipient: string },
): Promise<boolean> {
  if (!enquiry_id || !(await cameInFlood(tx, enquiry_id))) return false;
  await tx.update(outgoing_mails).set({ held_for: recipient }).where(eq(outgoing_mails.id, id));
  // The same moment for all of them, whenever each came.
  const next = sql`date_bin(make_interval(mins => ${DIGEST_MINUTES}), now(), 'epoch') + make_interval(mins => ${DIGEST_MINUTES})`;
  await postponeMails(tx, [id], next, { trouble: "held" });
  return true;
}

/** Whether a notice that is held back has to wait still: a job that comes early must not send it by itself. */
export async function isStillHeld(tx: Database, id: string): Promise<boolean> {
  const isEarly = and(eq(outgoing_mails.trouble, "held"), gt(outgoing_mails.next_try_at, sql`now()`));
  return (await tx.$count(outgoing_mails, and(eq(outgoing_mails.id, id), isEarly))) > 0;
}

/**
 * One worker at a time sends what is held back for an address, until its transaction ends: several would divide it into
 * as many mails.
 * @returns false where another one is at it; what that one leaves is found by the next sweep
 */
export async function lockHeldNotices(tx: Database, recipient: string): Promise<boolean> {
  const { rows } = await tx.execute<{ first: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${recipient}, ${LINE_LOCK})) as first`,
  );
  return rows[0]!.first;
}

/** Most notices that one mail tells of. */
const DIGEST_MAX = 5000;

/**
 * The notices that go into one mail with this one, oldest first, each locked until the transaction ends. Who settles
 * the recipient of one at this moment is waited for: it takes milliseconds.
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
 * Lets a mail to a visitor out, puts it into the line, or drops it where the line is too long: a sender of a flood of
 * enquiries in the name of others must not make this site write to all of them.
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
 * What the dashboard tells of a flood.
 * @returns how many enquiries came within the last hour, spam left out, and whether they are too many to be told of one
 *   by one; how many notices wait for the next mail about many, and how many mails to visitors for their turn
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
