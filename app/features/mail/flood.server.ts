// Limits email in a flood of enquiries. The enquiries are always stored.
import { and, count, eq, gt, isNull, lte, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { inSeconds, postponeMails } from "./schedule.server.ts";
import { outgoing_mails } from "./table.server.ts";

/** Enquiries beyond this limit share a digest. Spam doesn't count. */
export const NOTICES_PER_HOUR = 60;
const DIGEST_MINUTES = 10;
/** Confirmations, newsletter emails and invitations count together. */
export const VISITOR_MAILS_PER_HOUR = 100;
/** If the queue is full, further emails to visitors are discarded. */
const LINE_MAX = 1000;
const LINE_DELAY_SECONDS = 10 * 60;
/** Without this lock, two workers could exceed the limit together. */
const LINE_LOCK = 7_351_402_131;

const HOUR = sql`interval '1 hour'`;
/** Someone at the business wrote a reply, so it isn't limited. */
const UNLIMITED = ["notice", "reply", "copy"];
const isLimited = notInArray(outgoing_mails.kind, UNLIMITED);

/** Returns whether too many enquiries came in the hour before this one. Every try gets the same result. */
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
 * Holds a notification for the next digest if its enquiry came in a flood.
 * @param mail not yet held for its current recipient
 * @returns whether it was held
 */
export async function holdNotice(
  tx: Database,
  { id, enquiry_id, recipient }: { id: string; enquiry_id: string | null; recipient: string },
): Promise<boolean> {
  if (!enquiry_id || !(await cameInFlood(tx, enquiry_id))) return false;
  await tx.update(outgoing_mails).set({ held_for: recipient }).where(eq(outgoing_mails.id, id));
  // Rounds up to the time of the next digest.
  const next = sql`date_bin(make_interval(mins => ${DIGEST_MINUTES}), now(), 'epoch') + make_interval(mins => ${DIGEST_MINUTES})`;
  await postponeMails(tx, [id], next, { trouble: "held" });
  return true;
}

/** Returns whether a notification must wait for its digest, so an early job doesn't send it alone. */
export async function isStillHeld(tx: Database, id: string): Promise<boolean> {
  const isEarly = and(eq(outgoing_mails.trouble, "held"), gt(outgoing_mails.next_try_at, sql`now()`));
  return (await tx.$count(outgoing_mails, and(eq(outgoing_mails.id, id), isEarly))) > 0;
}

/**
 * Locks an address's digest until the transaction ends, so that two workers don't split it.
 * @returns false if another worker is sending the digest
 */
export async function lockHeldNotices(tx: Database, recipient: string): Promise<boolean> {
  const { rows } = await tx.execute<{ first: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${recipient}, ${LINE_LOCK})) as first`,
  );
  return rows[0]!.first;
}

const DIGEST_MAX = 5000;

/**
 * Returns a held notification and the others to send with it, oldest first. They stay locked until the
 * transaction ends.
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
 * Limits how many emails visitors get, because forged enquiries could make the site send spam. Beyond the limit, an
 * email is delayed or, if the queue is full, discarded.
 * @returns whether to send the email now
 */
export async function releaseToVisitor(
  tx: Database,
  { id, kind, released_at }: { id: string; kind: string; released_at: Date | null },
): Promise<boolean> {
  if (released_at || UNLIMITED.includes(kind)) return true;
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
    and(eq(outgoing_mails.status, "waiting"), isLimited, isNull(outgoing_mails.released_at)),
  );

/** Returns figures for the dashboard. Spam doesn't count. */
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
