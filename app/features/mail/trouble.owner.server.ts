import { and, count, eq, inArray, ne, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { MailTrouble } from "../../platform/http/mail-trouble.ts";
import { OPEN_STATUSES } from "../enquiry-table/statuses.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { MAILS_COUNTED } from "./counts.ts";
import { outgoing_mails } from "./table.server.ts";

const FOR_ADDRESS: MailTrouble[] = ["no-recipient", "no-sender"];
const HELD_BACK: MailTrouble[] = ["held", "in-line"];

const { id, status, kind, trouble, last_error, created_at, next_try_at, enquiry_id, recipient } =
  outgoing_mails;
const isWaiting = eq(status, "waiting");
/** A visitor may have mistyped the address, which many servers reject only temporarily. */
const isForVisitorOnly = sql`(${kind} in ('confirmation', 'newsletter') and ${last_error} like '%(RCPT TO)')`;

/** Matches rejected replies of open enquiries, unless another one was sent since. */
const isUnansweredReply = sql`(${kind} = 'reply' and ${inArray(enquiries.status, OPEN_STATUSES)} and not exists (
  select from outgoing_mails later where later.enquiry_id = ${enquiry_id} and later.kind = 'reply'
    and later.status = 'sent' and later.created_at > ${created_at}))`;

/**
 * Counts problems with email, up to `MAILS_COUNTED`. A rejection counts until its enquiry is no longer new.
 * @returns counts: `waiting` (failed or overdue), `unaddressed` (the owner has no address), `refused` (rejected
 * notifications) and `toSenders` (rejected confirmations and replies); the `latest` failed email; and the `enquiry` of
 * the latest rejected one to its sender
 */
export async function readMailTrouble(db: Database) {
  const wrong = db
    .select({ id, status, kind, trouble, last_error, created_at, next_try_at, enquiry_id, recipient })
    .from(outgoing_mails)
    .leftJoin(enquiries, eq(enquiries.id, enquiry_id))
    .where(
      and(
        // The index contains only unsent emails.
        ne(status, "sent"),
        or(
          and(
            isWaiting,
            notInArray(trouble, HELD_BACK),
            not(isForVisitorOnly),
            or(ne(last_error, ""), ne(trouble, ""), sql`${created_at} < now() - interval '1 minute'`),
          ),
          and(eq(status, "refused"), or(eq(enquiries.status, "new"), isUnansweredReply)),
        ),
      ),
    )
    .limit(MAILS_COUNTED)
    .as("wrong");
  const forAddress = inArray(wrong.trouble, FOR_ADDRESS);
  const waits = and(eq(wrong.status, "waiting"), sql`not (${forAddress})`);
  const isRefused = and(eq(wrong.status, "refused"), eq(wrong.kind, "notice"));
  const isRefusedToSender = and(eq(wrong.status, "refused"), inArray(wrong.kind, ["confirmation", "reply"]));
  const counted = (what: SQL | undefined) => sql<number>`count(*) filter (where ${what})`.mapWith(Number);
  const [row] = await db
    .select({
      waiting: counted(waits),
      unaddressed: counted(and(eq(wrong.status, "waiting"), forAddress)),
      refused: counted(isRefused),
      latest: sql<string | null>`(array_agg(${wrong.id} order by ${wrong.next_try_at} desc)
        filter (where ${wrong.last_error} <> '' and ${or(waits, isRefused)}))[1]`,
      toSenders: counted(isRefusedToSender),
      enquiry: sql<string | null>`(array_agg(${wrong.enquiry_id} order by ${wrong.created_at} desc)
        filter (where ${isRefusedToSender}))[1]`,
    })
    .from(wrong);
  const { latest, ...counts } = row!;
  return { ...counts, latest: latest === null ? null : await findMail(db, latest) };
}

async function findMail(db: Database, mailId: string) {
  const [mail] = await db
    .select({ kind, enquiry_id, recipient, trouble, last_error })
    .from(outgoing_mails)
    .where(eq(id, mailId));
  return mail ?? null;
}

/** Counts pending and rejected emails, each up to `MAILS_COUNTED`. */
export async function countMails(
  db: Database,
): Promise<{ waiting: number; refused: number; hasSent: boolean }> {
  const upTo = (which: string) =>
    db.select({ mails: count() }).from(
      db
        .select({ one: sql`1` })
        .from(outgoing_mails)
        .where(and(ne(status, "sent"), eq(status, which)))
        .limit(MAILS_COUNTED)
        .as("some"),
    );
  const [[waiting], [refused], sent] = await Promise.all([
    upTo("waiting"),
    upTo("refused"),
    db.select({ one: sql`1` }).from(outgoing_mails).where(eq(status, "sent")).limit(1),
  ]);
  return { waiting: waiting!.mails, refused: refused!.mails, hasSent: sent.length > 0 };
}
