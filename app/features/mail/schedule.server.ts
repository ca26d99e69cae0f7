// Schedules tries: the outbox's jobs. An email's row alone says whether it's still pending.
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Failure, MailTrouble } from "../../platform/http/mail-trouble.ts";
import { outgoing_mails } from "./table.server.ts";

/** The name of the job that a trigger adds with each email; its payload is `{ id }`. */
export const SEND_MAIL = "send_mail";

const FIRST_DELAYS_SECONDS = [10, 20, 30, 60, 120, 300, 600, 1200];
const LATER_DELAY_SECONDS = 30 * 60;
const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;
/** After a permanent rejection of a notification to the owner: five tries within 24 hours. */
const REFUSED_DELAYS_SECONDS = [15 * 60, 3600, 5 * 3600, 24 * 3600 - 6.25 * 3600];
/** The longest delay; anything beyond was written while the clock was ahead. */
const LONGEST_DELAY_SECONDS = Math.max(...REFUSED_DELAYS_SECONDS);
const REQUEUE_MAX = 1000;

/** Returns the delay in seconds after so many failed tries: under a minute at first, growing to 30 minutes. */
export const secondsUntilTry = (attempts: number) =>
  FIRST_DELAYS_SECONDS[attempts - 1] ?? LATER_DELAY_SECONDS;

/** Returns how long that many tries take, not counting time in which the site was off. */
function secondsTried(attempts: number): number {
  const first = FIRST_DELAYS_SECONDS.slice(0, attempts).reduce((sum, seconds) => sum + seconds, 0);
  return first + Math.max(0, attempts - FIRST_DELAYS_SECONDS.length) * LATER_DELAY_SECONDS;
}

/**
 * Decides what follows a failed try. A notification is the only alarm for a lead: a permanent rejection is retried five
 * times in a day, a known temporary one as long as any other problem. An email to a visitor is given up at its first
 * rejection.
 * @param mail as it was before this try
 * @returns seconds until the next try, null to give up, and its new `refusals`
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

/** How an email is delayed: the reason and the server's reply; omitted values stay. */
type PutOff = { trouble: MailTrouble; reason?: string; attempts?: SQL; refusals?: SQL };

/**
 * Delays emails. Their next jobs replace the running ones in the transaction that records why.
 * @param time of the next try
 */
export async function postponeMails(tx: Database, ids: string[], time: SQL, { reason = "", ...why }: PutOff) {
  await tx
    .update(outgoing_mails)
    .set({ ...why, last_error: reason, next_try_at: time })
    .where(inArray(outgoing_mails.id, ids));
  await queueMails(tx, ids);
}

/** Queues emails for the time of their next try, replacing their jobs. */
export const queueMails = (tx: Database, ids: string[]) =>
  tx.execute(
    sql`select ${addJob(sql`next_try_at`)} from outgoing_mails where ${inArray(outgoing_mails.id, ids)}`,
  );

export const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const addJob = (runAt: SQL) =>
  sql`graphile_worker.add_job(${SEND_MAIL}::text, json_build_object('id', id), run_at := ${runAt},
    job_key := 'mail:' || id, max_attempts := 3)`;

/**
 * Requeues overdue emails: a killed worker leaves its jobs locked for hours, and the job key replaces them. Takes no
 * locks on the emails, because a job that met one would skip its email. An email being sent merely gets a job that
 * finds nothing to do. Delays longer than any try were written while the clock was ahead, and count as overdue.
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
 * Immediately retries emails that wait for an owner's address, since there may be one now.
 * @returns the number queued; anything beyond a thousand follows within minutes
 */
export const sendMailsAwaitingRecipient = (db: Database) =>
  tryAtOnce(db, sql`trouble in ('no-recipient', 'no-sender')`);

/**
 * Immediately retries emails that failed or wait for an address, because the email settings have changed. Floods
 * stay limited.
 */
export const sendFailedMails = (db: Database) => tryAtOnce(db, sql`trouble not in ('', 'held', 'in-line')`);

async function tryAtOnce(db: Database, which: SQL): Promise<number> {
  await db.execute(sql`
    update outgoing_mails set next_try_at = least(created_at, now()) where status = 'waiting' and ${which}`);
  return requeueOverdueMails(db);
}
