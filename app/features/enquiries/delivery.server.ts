// Sends what waits in the outbox. Jobs say when to look at a mail; its row alone says whether it is still to be sent.
import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { mailTroubles } from "../../copy/enquiries.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { type Delivery, isAddress, loginAddress, type Mailer } from "../../platform/mail.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { enquiries, outgoing_mails } from "./table.server.ts";

/** The name of the job that a trigger adds with each mail; its payload is `{ id }`. */
export const SEND_MAIL = "send_mail";

const FIRST_DELAYS_SECONDS = [10, 20, 30, 60, 120, 300, 600, 1200];
const LATER_DELAY_SECONDS = 30 * 60;
const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;
const NO_ADDRESS_DELAY_SECONDS = 5 * 60;
const REQUEUE_MAX = 1000;

/**
 * A database that waits for a mail server longer than any try lasts has lost the worker. It gives the mail back then,
 * and a server that breaks off idle transactions sooner than this would have it sent again and again.
 */
const LOST_AFTER_MS = 150_000;

/** Mails that this process is sending. Where the database is lost meanwhile, others find their rows unlocked. */
const beingSent = new Set<string>();
/** What a mail server has said for good, until it is recorded: the database may be away at that moment. */
const unrecorded = new Map<string, Delivery>();

/** What delivering needs beside the database. */
export type Post = { mailer: Mailer; config: Config; signal?: AbortSignal };

/**
 * Tries once to send a mail that waits. Its row stays locked meanwhile, so that no second worker sends it too, and
 * a worker that dies gives it back with its connection; where only the connection is lost, the next try records what
 * the mail server said instead of sending again. A trouble that may pass puts the next try on the schedule in the
 * same transaction; a refusal of this very mail is marked and never tried again.
 * @returns what became of it, or null where it is not waiting or somebody else has it
 * @throws only on a database fault, never for a mail's sake
 */
export async function deliverMail(db: Database, id: string, post: Post): Promise<Delivery["outcome"] | null> {
  // A transaction of its own: a server that holds up this mail holds up nobody else's copy.
  await db.transaction((tx) => addressNotice(tx, id, post.config));
  const outcome = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${LOST_AFTER_MS}`));
    const [mail] = await tx
      .select()
      .from(outgoing_mails)
      .where(and(eq(outgoing_mails.id, id), eq(outgoing_mails.status, "waiting")))
      .for("update", { skipLocked: true });
    if (!mail || beingSent.has(id)) return null;

    const { config, mailer, signal } = post;
    const settings = await readSettings(tx);
    if (mail.recipient === null) {
      await tryAgain(tx, mail.id, { reason: mailTroubles.noRecipient, seconds: NO_ADDRESS_DELAY_SECONDS });
      return "later";
    }
    const sender = senderAddress(
      config,
      settings.contact_email,
      mail.kind === "notice" ? mail.recipient : null,
    );
    if (!sender) {
      await tryAgain(tx, mail.id, { reason: mailTroubles.noSender, seconds: NO_ADDRESS_DELAY_SECONDS });
      return "later";
    }
    const letter = {
      messageId: mail.message_id,
      from: { name: settings.site_title, address: sender },
      to: mail.recipient,
      replyTo: mail.reply_to,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      headers: mail.headers,
    };
    const delivery = unrecorded.get(id) ?? (await sendOnce(id, () => mailer.send(letter, signal)));

    const attempts = mail.attempts + 1;
    const one = eq(outgoing_mails.id, mail.id);
    if (delivery.outcome === "sent") {
      await tx
        .update(outgoing_mails)
        .set({ status: "sent", attempts, last_error: "", sent_at: sql`now()` })
        .where(one);
    } else if (delivery.outcome === "never") {
      await tx
        .update(outgoing_mails)
        .set({ status: "refused", attempts, last_error: delivery.reason })
        .where(one);
    } else if (signal?.aborted) {
      await tryAgain(tx, mail.id, { reason: mailTroubles.stopped, seconds: 0 });
    } else if (secondsTried(attempts) >= GIVE_UP_AFTER_SECONDS) {
      const last_error = mailTroubles.givenUp(delivery.reason);
      await tx.update(outgoing_mails).set({ status: "refused", attempts, last_error }).where(one);
      return "never";
    } else {
      await tryAgain(tx, mail.id, { reason: delivery.reason, seconds: secondsUntilTry(attempts), attempts });
    }
    return delivery.outcome;
  });
  if (outcome || (unrecorded.has(id) && !(await waits(db, id)))) unrecorded.delete(id);
  return outcome;
}

const waits = (db: Database, id: string) =>
  db.$count(outgoing_mails, and(eq(outgoing_mails.id, id), eq(outgoing_mails.status, "waiting")));

/** Sends, and remembers what was said for good: to be called for one mail at a time. */
async function sendOnce(id: string, send: () => Promise<Delivery>): Promise<Delivery> {
  beingSent.add(id);
  try {
    const delivery = await send();
    if (delivery.outcome !== "later") unrecorded.set(id, delivery);
    return delivery;
  } finally {
    beingSent.delete(id);
  }
}

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
        and (next_try_at <= now() or next_try_at > now() + make_interval(secs => ${2 * LATER_DELAY_SECONDS}))
      order by next_try_at, id limit ${REQUEUE_MAX}
    )
    select ${addJob(sql`id`, sql`least(next_try_at, now())`)} from overdue`);
  return rowCount ?? 0;
}

/** Seconds to wait after so many failed tries: within a minute at first, growing to 30 minutes. */
export const secondsUntilTry = (attempts: number) =>
  FIRST_DELAYS_SECONDS[attempts - 1] ?? LATER_DELAY_SECONDS;

/** For how long so many tries go on; time in which this site itself was off does not count. */
function secondsTried(attempts: number): number {
  const first = FIRST_DELAYS_SECONDS.slice(0, attempts).reduce((sum, seconds) => sum + seconds, 0);
  return first + Math.max(0, attempts - FIRST_DELAYS_SECONDS.length) * LATER_DELAY_SECONDS;
}

/** The mail's next job replaces the one that is running, in the transaction that records why. */
async function tryAgain(
  tx: Database,
  id: string,
  next: { reason: string; seconds: number; attempts?: number },
) {
  const { reason, seconds, attempts } = next;
  await tx
    .update(outgoing_mails)
    .set({ last_error: reason, attempts, next_try_at: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(outgoing_mails.id, id));
  await tx.execute(sql`select ${addJob(sql`id`, sql`next_try_at`)} from outgoing_mails where id = ${id}`);
}

const addJob = (id: ReturnType<typeof sql>, runAt: ReturnType<typeof sql>) =>
  sql`graphile_worker.add_job(${SEND_MAIL}::text, json_build_object('id', ${id}), run_at := ${runAt},
    job_key := 'mail:' || ${id}, max_attempts := 3)`;

/**
 * Settles before each try who gets a notice: each one who is told of enquiries now has one mail of their own, so that
 * one bad address holds up no other, and nobody has two, whatever LEADS_TO said at earlier tries. A mail that waited
 * for somebody who is told no longer goes to whoever has none yet, and is dropped where everybody has.
 */
async function addressNotice(tx: Database, id: string, config: Config) {
  const isWaiting = and(
    eq(outgoing_mails.id, id),
    eq(outgoing_mails.kind, "notice"),
    eq(outgoing_mails.status, "waiting"),
  );
  const aboutSame = tx.select({ id: outgoing_mails.enquiry_id }).from(outgoing_mails).where(isWaiting);
  // One at a time for an enquiry: two who look at once would both write to whoever has no mail yet.
  await tx
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(eq(enquiries.id, aboutSame))
    .for("no key update");
  const [mail] = await tx.select().from(outgoing_mails).where(isWaiting).for("update", { skipLocked: true });
  if (!mail?.enquiry_id) return;

  const others = await tx
    .select({ recipient: outgoing_mails.recipient })
    .from(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.enquiry_id, mail.enquiry_id),
        eq(outgoing_mails.kind, "notice"),
        ne(outgoing_mails.id, id),
      ),
    );
  const have = new Set(others.map(({ recipient }) => recipient?.toLowerCase()));
  const told = addressesIn(config.leadsTo ?? (await readSettings(tx)).contact_email ?? "");
  const without = told.filter((one) => !have.has(one.toLowerCase()));
  const recipient = without.find((one) => one === mail.recipient) ?? without[0] ?? null;
  if (recipient === null && told.length > 0) {
    await tx.delete(outgoing_mails).where(isWaiting);
    return;
  }
  if (recipient !== mail.recipient) {
    // Another address has all its tries before it.
    const attempts = mail.recipient === null ? mail.attempts : 0;
    await tx.update(outgoing_mails).set({ recipient, attempts }).where(isWaiting);
  }
  const copies = without.filter((one) => one !== recipient).map((one) => copyFor(mail, one));
  if (copies.length > 0) await tx.insert(outgoing_mails).values(copies);
}

/** Different addresses among those separated by commas, as LEADS_TO and the `contact_email` setting have them. */
function addressesIn(told: string): string[] {
  const all = told.split(",").map((one) => one.trim());
  return [...new Map(all.filter(isAddress).map((one) => [one.toLowerCase(), one])).values()];
}

/** The same mail for somebody else. */
function copyFor(mail: typeof outgoing_mails.$inferSelect, recipient: string) {
  const { enquiry_id, kind, headers, reply_to, subject, text_body, html_body } = mail;
  const id = randomUUID();
  const message_id = mail.message_id.replace(/^<[^@]*/, `<${id}`);
  return { id, message_id, recipient, enquiry_id, kind, headers, reply_to, subject, text_body, html_body };
}

/**
 * The sender is always an address of the owner, never the visitor's: mail servers refuse or spoil mail in somebody
 * else's name. The login of SMTP_URL where it is an address, else the contact address, else who is told of enquiries.
 * @param told who gets this mail where that is the owner, null where it goes to a visitor
 */
function senderAddress(config: Config, contactEmail: string | undefined, told: string | null): string | null {
  const login = config.smtpUrl && loginAddress(config.smtpUrl);
  if (login) return login;
  if (contactEmail && isAddress(contactEmail)) return contactEmail;
  return told ?? config.leadsTo?.split(", ").find(isAddress) ?? null;
}
