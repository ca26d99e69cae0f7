// What visitors do with the newsletter: ask for it, confirm, unsubscribe (decision 0035.13). A visitor's role can only
// add addresses; to know one again takes the owner's, so nothing here may tell a visitor whether an address is known.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { and, eq, gte, inArray, lt, notExists, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { oncePerDay } from "../enquiries/queries.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeInvitation } from "./invitation.ts";
import { subscribers } from "./table.server.ts";

const TOKEN_BYTES = 24;
/** The worker deletes a subscriber who has not confirmed after this time (decision 0035.13). */
const PENDING_DAYS = 7;

/** The two things that a link in a mail leads to. */
export type Step = "confirm" | "unsubscribe";

type Linked = { id: string; token: string };

/**
 * The path of the page that a subscriber's mails link to. Each step has a token of its own: who gets hold of the link
 * that unsubscribes, which mail programs and lists pass on, cannot confirm by it.
 */
export const stepPath = (step: Step, { id, token }: Linked) =>
  `/newsletter/${step}/${Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")}${sign(step, token)}`;

const ID_CHARS = 22;
const SIGNATURE_CHARS = 22;
const STEP_TOKEN = new RegExp(`^[\\w-]{${ID_CHARS + SIGNATURE_CHARS}}$`);

/** The key is the row's and not the site's: links in mails must work after a backup is restored, too. */
const sign = (step: Step, token: string) =>
  createHmac("sha256", token).update(step).digest("base64url").slice(0, SIGNATURE_CHARS);

/** The subscriber that a link's token for a step belongs to; `lock` where the row is going to be changed. */
async function readLink(db: Database, step: Step, given: string, { lock }: { lock: boolean }) {
  const isNew = STEP_TOKEN.test(given);
  const hex = Buffer.from(given.slice(0, ID_CHARS), "base64url").toString("hex");
  const found = db
    .select()
    .from(subscribers)
    .where(isNew ? eq(subscribers.id, hex) : eq(subscribers.token, given));
  const [row] = await (lock ? found.for("update") : found);
  if (!row) return null;
  // Mails of before had the row's own token in both links: it unsubscribes at any time, and confirms as long as it has not.
  if (!isNew) return step === "unsubscribe" || row.status !== "unsubscribed" ? row : null;
  const right = sign(step, row.token);
  return timingSafeEqual(Buffer.from(given.slice(ID_CHARS)), Buffer.from(right)) ? row : null;
}

/**
 * Keeps an address as pending and writes the mail that asks to confirm it: one a day at most for a mailbox, however its
 * address is written, none to a subscriber who receives the newsletter already. An address that was unsubscribed stays so until it is confirmed again.
 * @param db the owner's
 * @throws on a database fault: nothing is stored then
 */
export async function requestSubscription(
  db: Database,
  email: string,
  { siteUrl, now = new Date() }: { siteUrl: string; now?: Date },
): Promise<void> {
  const settings = await readSettings(db);
  const today = isoDay(now, settings.time_zone);
  await db.transaction(async (tx) => {
    const known = await keepAddress(tx, email);
    if (known.status === "confirmed" || known.mailed_on === today) return;
    const unsubscribeUrl = siteUrl + stepPath("unsubscribe", known);
    await tx
      .insert(outgoing_mails)
      .values({
        id: randomUUID(),
        kind: "newsletter",
        message_id: oncePerDay("invitation", email, today, new URL(siteUrl).hostname),
        recipient: known.email,
        headers: {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        ...composeInvitation({
          siteTitle: settings.site_title,
          confirmUrl: siteUrl + stepPath("confirm", known),
          unsubscribeUrl,
        }),
      })
      // The same mailbox may have been asked today by another spelling of its address.
      .onConflictDoNothing();
    await tx.update(subscribers).set({ mailed_on: today }).where(eq(subscribers.id, known.id));
  });
}

/** The row of an address, a new one where there is none, locked until the transaction ends. */
async function keepAddress(tx: Database, email: string) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  for (;;) {
    await tx.insert(subscribers).values({ email, token }).onConflictDoNothing();
    const [known] = await tx
      .select()
      .from(subscribers)
      .where(sql`lower(${subscribers.email}) = lower(${email})`)
      .for("update");
    // None where an older one was deleted between the two.
    if (known) return known;
  }
}

/**
 * The subscriber whose mails hold this token for a step.
 * @param db the owner's
 * @returns null where no subscriber has it
 */
export async function findSubscriber(db: Database, step: Step, token: string) {
  const row = await readLink(db, step, token, { lock: false });
  return row && { email: row.email, status: row.status };
}

/**
 * Takes a step that a subscriber pressed the button for; taking it again changes nothing. A mail that still waits to
 * ask for the same is not sent any more, nor is any to a subscriber who has left.
 * @param db the owner's
 * @returns the address, null where no subscriber has this token for the step
 */
export async function confirmStep(
  db: Database,
  step: Step,
  token: string,
): Promise<{ email: string } | null> {
  const change =
    step === "confirm"
      ? {
          status: "confirmed",
          confirmed_at: sql`case when status = 'confirmed' then confirmed_at else now() end`,
          unsubscribed_at: null,
        }
      : {
          status: "unsubscribed",
          unsubscribed_at: sql`coalesce(unsubscribed_at, now())`,
        };
  return db.transaction(async (tx) => {
    const row = await readLink(tx, step, token, { lock: true });
    if (!row) return null;
    await tx.update(subscribers).set(change).where(eq(subscribers.id, row.id));
    const waiting = tx
      .select({ id: outgoing_mails.id })
      .from(outgoing_mails)
      .where(
        and(
          eq(outgoing_mails.kind, "newsletter"),
          eq(outgoing_mails.recipient, row.email),
          eq(outgoing_mails.status, "waiting"),
        ),
      )
      // One that is being sent at this moment is on its way.
      .for("update", { skipLocked: true });
    await tx.delete(outgoing_mails).where(inArray(outgoing_mails.id, waiting));
    return { email: row.email };
  });
}

/**
 * Forgets who did not confirm within seven days of the last mail, and the mails that asked them. The days count from
 * when the mail server took it: before that no mail was out. What it has not taken by then is forgotten too.
 * @param db the owner's
 */
export async function purgePendingSubscribers(db: Database): Promise<void> {
  const over = sql`now() - make_interval(days => ${PENDING_DAYS})`;
  const lately = db
    .select({ id: outgoing_mails.id })
    .from(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.kind, "newsletter"),
        eq(outgoing_mails.recipient, subscribers.email),
        gte(sql`coalesce(${outgoing_mails.sent_at}, ${outgoing_mails.created_at})`, over),
      ),
    );
  // A concurrent sign-up: the row is read again under its lock, its mails are not. Days of two time zones
  // may be two apart.
  const isAskedNow = sql`${subscribers.mailed_on} > (now() - make_interval(days => ${PENDING_DAYS - 2}))::date`;
  await db
    .delete(subscribers)
    .where(
      and(
        eq(subscribers.status, "pending"),
        lt(subscribers.created_at, over),
        sql`(${isAskedNow}) is not true`,
        notExists(lately),
      ),
    );
  const known = db.select({ email: subscribers.email }).from(subscribers);
  await db
    .delete(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.kind, "newsletter"),
        lt(outgoing_mails.created_at, over),
        notInArray(outgoing_mails.recipient, known),
      ),
    );
}
