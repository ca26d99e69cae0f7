// Sends pending emails from the outbox. Jobs trigger attempts, but an email is pending only if its row says so.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Delivery, Mailer } from "../../platform/http/mail.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeDigest } from "./digest.ts";
import { senderEmail } from "./emails.server.ts";
import {
  claimHeldNotices,
  holdNotice,
  isStillHeld,
  lockHeldNotices,
  releaseToVisitor,
} from "./flood.server.ts";
import { addressNotice, type Outgoing } from "./recipients.server.ts";
import { afterFailure, inSeconds, postponeMails } from "./schedule.server.ts";
import { withToken } from "./secret-link.server.ts";
import type { MailConfig } from "./settings.server.ts";
import { outgoing_mails } from "./table.server.ts";

const NO_ADDRESS_DELAY_SECONDS = 5 * 60;

/** The database ends a transaction that idles this long. Must exceed an attempt, or emails would be sent twice. */
const LOST_AFTER_MS = 150_000;

/** Emails this process is sending. Row locks aren't enough: a dropped database connection releases them. */
const beingSent = new Set<string>();
/** Mail servers' final replies that aren't recorded yet, by email id. */
const unrecorded = new Map<string, Delivery>();

export type Sending = { mailer: Mailer; config: MailConfig; signal?: AbortSignal };

/**
 * Makes one attempt to send a pending email, with its row locked.
 * If the server's reply can't be recorded, the next attempt records it instead of sending again.
 * @returns the outcome; `postponed` if it wasn't tried, because it waits for an address, for its turn or for a digest;
 * null if the email isn't pending or is already being sent
 * @throws only on a database error
 */
export async function deliverMail(
  db: Database,
  id: string,
  sending: Sending,
): Promise<Delivery["outcome"] | "postponed" | null> {
  // A separate transaction, so that a slow server doesn't delay the copies for other recipients.
  const ready = await db.transaction((tx) => prepare(tx, id, sending.config));
  if (ready === "later") return "postponed";
  const tried = ready && (await db.transaction((tx) => tryMail(tx, ready, sending)));
  for (const { id } of tried?.mails ?? []) unrecorded.delete(id);
  if (!tried && unrecorded.has(id) && !(await waits(db, id))) unrecorded.delete(id);
  return tried?.outcome ?? null;
}

const waits = (db: Database, id: string) =>
  db.$count(outgoing_mails, and(eq(outgoing_mails.id, id), eq(outgoing_mails.status, "waiting")));

const idsOf = (mails: Pick<Outgoing, "id">[]) => mails.map(({ id }) => id);

/** Rows as read before the attempt. */
type Tried = Pick<Outgoing, "id" | "kind" | "attempts" | "refusals">;

async function tryMail(tx: Database, { id, isHeld, recipient }: Ready, { mailer, config, signal }: Sending) {
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${LOST_AFTER_MS}`));
  if (isHeld && !(await lockHeldNotices(tx, recipient))) return null;
  const mail = await lockPending(tx, id);
  if (mail?.recipient !== recipient || beingSent.has(id)) return null;
  const settings = await readSettings(tx);
  const sender = senderEmail(config, settings, mail.kind === "notice" ? recipient : null);
  if (!sender) return null;

  const said = unrecorded.get(id);
  const held = isHeld ? await claimHeldNotices(tx, id, recipient) : [];
  // The server's reply to a digest applies to each notification in it.
  const together = held.filter((one) => !beingSent.has(one.id) && unrecorded.get(one.id) === said);
  const isDigest = together.length > 1;
  const mails: Tried[] = isDigest ? together : [mail];
  const { site_title: siteTitle, time_zone: timeZone } = settings;
  const name = config.senderName || siteTitle;
  const whole = withToken(config, mail);
  if (!whole) return { mails, outcome: await record(tx, mails, NO_KEY, signal) };
  const content = () =>
    isDigest ? composeDigest(together, { siteUrl: config.siteUrl, siteTitle, timeZone }) : contentOf(whole);
  const send = () => mailer.send({ from: { name, address: sender }, to: recipient, ...content() }, signal);
  const delivery = said ?? (await sendOnce(idsOf(mails), send));
  const outcome = await record(tx, mails, delivery, signal);
  if (outcome === "sent" && mail.kind === "reply") await addCopy(tx, mail);
  return { mails, outcome };
}

/** Another machine may have the key, so the email is retried. */
const NO_KEY: Delivery = { outcome: "later", trouble: "no-key", mayPass: true, reason: "" };

/** Never call this twice at once for the same email. */
async function sendOnce(ids: string[], send: () => Promise<Delivery>): Promise<Delivery> {
  for (const id of ids) beingSent.add(id);
  try {
    const delivery = await send();
    if (delivery.outcome !== "later") for (const id of ids) unrecorded.set(id, delivery);
    return delivery;
  } finally {
    for (const id of ids) beingSent.delete(id);
  }
}

async function lockPending(tx: Database, id: string): Promise<Outgoing | undefined> {
  const [mail] = await tx
    .select()
    .from(outgoing_mails)
    .where(and(eq(outgoing_mails.id, id), eq(outgoing_mails.status, "waiting")))
    .for("update", { skipLocked: true });
  return mail;
}

/** `isHeld` means that the email may share a digest. */
type Ready = { id: string; recipient: string; isHeld: boolean };

/**
 * Resolves the recipient and sender, and applies flood limits.
 * @returns "later" if the email was delayed or discarded, null if there's nothing to send
 */
async function prepare(tx: Database, id: string, config: MailConfig): Promise<Ready | "later" | null> {
  const mail = (await addressNotice(tx, id, config)) ?? (await lockPending(tx, id));
  if (!mail) return null;
  const waitForAddress = async (trouble: "no-recipient" | "no-sender") => {
    await postponeMails(tx, [id], inSeconds(NO_ADDRESS_DELAY_SECONDS), { trouble });
    return "later" as const;
  };
  const { recipient } = mail;
  if (recipient === null) return waitForAddress("no-recipient");
  const isNotice = mail.kind === "notice";
  if (!senderEmail(config, await readSettings(tx), isNotice ? recipient : null))
    return waitForAddress("no-sender");
  if (!isNotice) return (await releaseToVisitor(tx, mail)) ? { id, recipient, isHeld: false } : "later";
  if (mail.held_for !== recipient) {
    const isHeld = await holdNotice(tx, { id, enquiry_id: mail.enquiry_id, recipient });
    return isHeld ? "later" : { id, recipient, isHeld: false };
  }
  return (await isStillHeld(tx, id)) ? null : { id, recipient, isHeld: true };
}

const contentOf = (mail: Outgoing) => ({
  messageId: mail.message_id,
  addressedTo: mail.addressed_to,
  replyTo: mail.reply_to,
  subject: mail.subject,
  text: mail.text_body,
  html: mail.html_body,
  headers: mail.headers,
});

/** Adds the copy for the mailbox that answers to a reply go to. It's the same message, so that they thread there. */
async function addCopy(tx: Database, reply: Outgoing) {
  const { reply_to: recipient, recipient: addressed_to, enquiry_id, message_id, headers } = reply;
  if (!recipient || recipient.toLowerCase() === addressed_to?.toLowerCase()) return;
  const { reply_to, subject, text_body, html_body } = reply;
  await tx
    .insert(outgoing_mails)
    .values({
      ...{ id: randomUUID(), kind: "copy", recipient, addressed_to, enquiry_id, message_id, headers },
      ...{ reply_to, subject, text_body, html_body },
    })
    .onConflictDoNothing();
}

async function record(
  tx: Database,
  tried: Tried[],
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<Delivery["outcome"]> {
  const ids = idsOf(tried);
  const attempts = sql`${outgoing_mails.attempts} + 1`;
  if (delivery.outcome === "sent") {
    await tx
      .update(outgoing_mails)
      .set({ status: "sent", attempts, last_error: "", trouble: "", sent_at: sql`now()` })
      .where(inArray(outgoing_mails.id, ids));
    return delivery.outcome;
  }
  const { trouble, reason } = delivery;
  if (delivery.outcome === "later" && signal?.aborted) {
    await postponeMails(tx, ids, inSeconds(0), { trouble: "stopped", reason });
    return "later";
  }
  const rows = tried.map((row) => ({ ...row, next: afterFailure(row, delivery) }));
  const over = rows.filter(({ next }) => next.seconds === null);
  if (over.length) {
    await tx
      .update(outgoing_mails)
      .set({
        ...{ status: "refused", attempts, trouble, last_error: reason },
        ...(delivery.outcome === "never" && { refusals: sql`${outgoing_mails.refusals} + 1` }),
      })
      .where(inArray(outgoing_mails.id, idsOf(over)));
  }
  // Emails that share a digest are retried together.
  const left = rows.filter(({ next }) => next.seconds !== null);
  if (!left.length) return "never";
  const seconds = Math.min(...left.map(({ next }) => next.seconds!));
  const isRefusal = left.some(({ refusals, next }) => next.refusals > refusals);
  await postponeMails(tx, idsOf(left), inSeconds(seconds), {
    ...{ trouble, reason, attempts },
    ...(isRefusal && { refusals: sql`${outgoing_mails.refusals} + 1` }),
  });
  return "later";
}
