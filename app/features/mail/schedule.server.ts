// When a mail is tried: the jobs of the outbox. A mail's row alone says whether it is still to be sent.
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Failure, MailTrouble } from "../../platform/http/mail-trouble.ts";
import { outgoing_mails } from "./table.server.ts";

/** The name of the job that a trigger adds with each mail; its payload is `{ id }`. */
export const SEND_MAIL = "send_mail";

const FIRST_DELAYS_SECONDS = [10, 20, 30, 60, 120, 300, 600, 1200];
const LATER_DELAY_SECONDS = 30 * 60;
const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;
/** After a refusal for good of an owner's notice: five tries within 24 hours. */
const REFUSED_DELAYS_SECONDS = [15 * 60, 3600, 5 * 3600, 24 * 3600 - 6.25 * 3600];
/** Nothing that is put off is put off for longer, unless it was written while the clock ran ahead. */
const LONGEST_DELAY_SECONDS = Math.max(...REFUSED_DELAYS_SECONDS);
const REQUEUE_MAX = 1000;

/** Seconds to wait after so many failed tries: within a minute at first, growing to 30 minutes. */
export const secondsUntilTry = (attempts: number) =>
  FIRST_DELAYS_SECONDS[attempts - 1] ?? LATER_DELAY_SECONDS;

/** For how long so many tries go on; time in which this site itself was off does not count. */
function secondsTried(attempts: number): number {
  const first = FIRST_DELAYS_SECONDS.slice(0, attempts).reduce((sum, seconds) => sum + seconds, 0);
  return first + Math.max(0, attempts - FIRST_DELAYS_SECONDS.length) * LATER_DELAY_SECONDS;
}

/**
 * What follows a failed try. A notice is the lead's only alarm: a refusal for good is tried again five times in a day,
 * one that is known to pass as long as any trouble. A mail to a visitor is given up at its first refusal.
 * @param mail as it was before this try
 * @returns the seconds until the next try, null where it is given up, and its `refusals` from now on
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

/** How a mail is put off: why, and what the server said; what is not given stays as it is. */
type PutOff = { trouble: MailTrouble; reason?: string; attempts?: SQL; refusals?: SQL };

/**
 * Puts mails off. Their next jobs replace those that are running, in the transaction that records why.
 * @param time when they are tried next
 */
export async function postponeMails(tx: Database, ids: string[], time: SQL, { reason = "", ...why }: PutOff) {
  await tx
    .update(outgoing_mails)
    .set({ ...why, last_error: reason, next_try_at: time })
    .where(inArray(outgoing_mails.id, ids));
  await queue(tx, ids, sql`next_try_at`);
}

/** Queues mails for this moment, in the place of the jobs that they had. */
export const sendNow = (tx: Database, ids: string[]) => queue(tx, ids, sql`now()`);

const queue = (tx: Database, ids: string[], runAt: SQL) =>
  tx.execute(sql`select ${addJob(runAt)} from outgoing_mails where ${inArray(outgoing_mails.id, ids)}`);

export const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const addJob = (runAt: SQL) =>
  sql`graphile_worker.add_job(${SEND_MAIL}::text, json_build_object('id', id), run_at := ${runAt},
    job_key := 'mail:' || id, max_attempts := 3)`;

/**
 * Queues again what should have been tried by now: a worker that was killed leaves its jobs locked for hours, and
 * the job key replaces them. Takes no lock on the mails: a job that met one would pass its mail by. A mail that is
 * being sent at this moment merely gets a job that finds nothing to do. What is put off for longer than a try ever
 * is was written while the clock ran ahead, and is due too.
 * @returns how many mails were queued
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
 * Tries at once what waits for an address of the owner's: there may be one now.
 * @returns how many mails were queued; those beyond a thousand follow within minutes
 */
export async function sendMailsAwaitingRecipient(db: Database): Promise<number> {
  await db.execute(sql`
    update outgoing_mails set next_try_at = least(created_at, now())
    where status = 'waiting' and trouble in ('no-recipient', 'no-sender')`);
  return requeueOverdueMails(db);
}
