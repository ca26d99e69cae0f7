// Visitors' newsletter actions (decision 0035.13). Nothing here may reveal whether an address is known.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { and, eq, gte, inArray, lt, notExists, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { oncePerDay } from "../mail/once-per-day.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeInvitation } from "./invitation.ts";
import { subscribers } from "./table.server.ts";

const TOKEN_BYTES = 24;
/** Unconfirmed subscribers are deleted after this time (decision 0035.13). */
const PENDING_DAYS = 7;

export type Step = "confirm" | "unsubscribe";

type Linked = { id: string; token: string };

/** Returns a link's path. Each action has its own token, so a forwarded unsubscribe link can't confirm. */
export const stepPath = (step: Step, { id, token }: Linked) =>
  `/newsletter/${step}/${Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")}${sign(step, token)}`;

const ID_CHARS = 22;
const SIGNATURE_CHARS = 22;
const STEP_TOKEN = new RegExp(`^[\\w-]{${ID_CHARS + SIGNATURE_CHARS}}$`);

/** Signs with the row's token instead of a site key, so links still work after a backup is restored. */
const sign = (step: Step, token: string) =>
  createHmac("sha256", token).update(step).digest("base64url").slice(0, SIGNATURE_CHARS);

async function readLink(db: Database, step: Step, given: string, { lock }: { lock: boolean }) {
  const isNew = STEP_TOKEN.test(given);
  const hex = Buffer.from(given.slice(0, ID_CHARS), "base64url").toString("hex");
  const found = db
    .select()
    .from(subscribers)
    .where(isNew ? eq(subscribers.id, hex) : eq(subscribers.token, given));
  const [row] = await (lock ? found.for("update") : found);
  if (!row) return null;
  // Old emails have the row's token in both links, so the token must not confirm an unsubscribed address.
  if (!isNew) return step === "unsubscribe" || row.status !== "unsubscribed" ? row : null;
  const right = sign(step, row.token);
  return timingSafeEqual(Buffer.from(given.slice(ID_CHARS)), Buffer.from(right)) ? row : null;
}

/**
 * Stores an address as pending and adds the opt-in email, at most one a day per mailbox.
 * Confirmed addresses get none. Unsubscribed ones keep their status until confirmed again.
 * @param db connected as the owner
 * @throws on a database error; nothing is stored then
 */
export async function requestSubscription(
  db: Database,
  email: string,
  { siteUrl, now = new Date() }: { siteUrl: string; now?: Date },
): Promise<void> {
  const settings = await readSettings(db);
  const today = isoDay(now, settings.time_zone);
  await db.transaction(async (tx) => {
    const known = await ensureAddress(tx, email);
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
      // Another spelling of the same mailbox may have been emailed today.
      .onConflictDoNothing();
    await tx.update(subscribers).set({ mailed_on: today }).where(eq(subscribers.id, known.id));
  });
}

/** Adds an address unless it's known. Returns its row, locked until the transaction ends. */
async function ensureAddress(tx: Database, email: string) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  for (;;) {
    await tx.insert(subscribers).values({ email, token }).onConflictDoNothing();
    const [known] = await tx
      .select()
      .from(subscribers)
      .where(sql`lower(${subscribers.email}) = lower(${email})`)
      .for("update");
    // If there's no row, another transaction just deleted it.
    if (known) return known;
  }
}

/**
 * Returns null if no subscriber has this token.
 * @param db connected as the owner
 */
export async function findSubscriber(db: Database, step: Step, token: string) {
  const row = await readLink(db, step, token, { lock: false });
  return row && { email: row.email, status: row.status };
}

/**
 * Confirms or unsubscribes an address, and cancels its pending emails. Idempotent.
 * @param db connected as the owner
 * @returns null if no subscriber has this token
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
      // An email that's being sent can't be stopped.
      .for("update", { skipLocked: true });
    await tx.delete(outgoing_mails).where(inArray(outgoing_mails.id, waiting));
    return { email: row.email };
  });
}

/**
 * Deletes subscribers who didn't confirm within seven days of their last email, and those emails.
 * @param db connected as the owner
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
  // Keeps an address that signs up again during this delete. After waiting for the row's lock, PostgreSQL rechecks
  // the row but doesn't see the new email. The two days are a margin: dates in two time zones can be that far apart.
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
