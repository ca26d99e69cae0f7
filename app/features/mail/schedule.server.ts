import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Failure, MailTrouble } from "../../platform/http/mail-trouble.ts";
import { outgoing_mails } from "./table.server.ts";

/** The job that a trigger adds for each email. The payload is `{ id }`. */
export const SEND_MAIL = "send_mail";

const FIRST_DELAYS_SECONDS = [10, 20, 30, 60, 120, 300, 600, 1200];
const LATER_DELAY_SECONDS = 30 * 60;
const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;
/** A permanently rejected notification is tried five times within 24 hours. */
const REFUSED_DELAYS_SECONDS = [15 * 60, 3600, 5 * 3600, 24 * 3600 - 6.25 * 3600];
/** A delay more than twice this long must have been stored while the clock was ahead. */
const LONGEST_DELAY_SECONDS = Math.max(...REFUSED_DELAYS_SECONDS);
const REQUEUE_MAX = 1000;

/** Returns the delay in seconds after a number of failed tries. */
export const secondsUntilTry = (attempts: number) =>
  FIRST_DELAYS_SECONDS[attempts - 1] ?? LATER_DELAY_SECONDS;

/** Returns how many seconds this many tries take, not counting downtime. */
function secondsTried(attempts: number): number {
  const first = FIRST_DELAYS_SECONDS.slice(0, attempts).reduce((sum, seconds) => sum + seconds, 0);
  return first + Math.max(0, attempts - FIRST_DELAYS_SECONDS.length) * LATER_DELAY_SECONDS;
}

/**
 * Decides what follows a failed try. A notification is the only alert for a lead, so it's retried even
 * after a permanent rejection.
 * @param mail as it was before this try
 * @returns `seconds` until the next try, or null to give up
 */
export function afterFailure(
  mail: { kind: string; attempts: number; refusals: number },
  { outcome, mayPass }: Pick<Failure, "outcome" | "mayPass">,
): { seconds: number | null; refusals: number } {
  const isRefusal = outcome === "never" && !(mail.kind === "notice" && mayPass);
  if (isRefusal) {
    const seconds = mail.kind === "notice" ? REFUSED_DELAYS_SECONDS[mail.refusals] : undefined;
    return { seconds: seconds ?? null, refusals: mail.refusals + 1 };
  }
  const isOver = secondsTried(mail.attempts + 1) >= GIVE_UP_AFTER_SECONDS;
  return { seconds: isOver ? null : secondsUntilTry(mail.attempts + 1), refusals: mail.refusals };
}

/** `reason` is the server's reply. */
type PutOff = { trouble: MailTrouble; reason?: string; attempts?: SQL; refusals?: SQL };

/**
 * Delays emails and reschedules their jobs.
 * @param time of the next try
 */
export async function postponeMails(tx: Database, ids: string[], time: SQL, { reason = "", ...why }: PutOff) {
  await tx
    .update(outgoing_mails)
    .set({ ...why, last_error: reason, next_try_at: time })
    .where(inArray(outgoing_mails.id, ids));
  await queueMails(tx, ids);
}

/** Reschedules these emails' jobs for their next tries. */
export const queueMails = (tx: Database, ids: string[]) =>
  tx.execute(
    sql`select ${addJob(sql`next_try_at`)} from outgoing_mails where ${inArray(outgoing_mails.id, ids)}`,
  );

export const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const addJob = (runAt: SQL) =>
  sql`graphile_worker.add_job(${SEND_MAIL}::text, json_build_object('id', id), run_at := ${runAt},
    job_key := 'mail:' || id, max_attempts := 3)`;

/**
 * Requeues overdue emails, because a killed worker leaves its jobs locked for hours. Needs no locks: a job
 * skips an email that's being sent.
 * A next try too far in the future also counts as overdue: it was set while the clock was wrong.
 * @returns the number queued
 */
export async function requeueOverdueMails(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with overdue as materialized (
      select id, next_try_at from outgoing_mails
      where status = 'waiting'
        and (next_try_at <= now() or next_try_at > now() + make_interval(secs => ${2 * LONGEST_DELAY_SECONDS}))
      order by next_try_at, id limit ${REQUEUE_MAX}
    )
    select ${addJob(sql`least(next_try_at, now())`)} from overdue`);
  return rowCount ?? 0;
}

/**
 * Retries emails that were delayed because the owner had no address.
 * @returns the number queued; any beyond a thousand follow within minutes
 */
export const sendMailsAwaitingRecipient = (db: Database) =>
  tryAtOnce(db, sql`trouble in ('no-recipient', 'no-sender')`);

/** Retries failed emails after the settings changed. Flood limits still apply. */
export const sendFailedMails = (db: Database) => tryAtOnce(db, sql`trouble not in ('', 'held', 'in-line')`);

async function tryAtOnce(db: Database, which: SQL): Promise<number> {
  await db.execute(sql`
    update outgoing_mails set next_try_at = least(created_at, now()) where status = 'waiting' and ${which}`);
  return requeueOverdueMails(db);
}
