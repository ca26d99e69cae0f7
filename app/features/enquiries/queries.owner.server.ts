// What the owner reads and writes of enquiries: the list, one with its notes and mails, exports.
import { randomUUID } from "node:crypto";
import { and, asc, count, desc, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { readSettings } from "../settings/queries.server.ts";
import { requeueOverdueMails } from "./delivery.server.ts";
import { composeNotice } from "./notice.ts";
import type { Enquiry } from "./rules.ts";
import type { EnquiryForm, EnquiryStatus } from "./statuses.ts";
import { enquiries, enquiry_notes, outgoing_mails } from "./table.server.ts";

const CSV_BATCH = 1000;

export type EnquiryFilter = {
  /** part of the name, the e-mail address or the message; empty means all */
  search: string;
  status: "" | EnquiryStatus;
  form: "" | EnquiryForm;
};

const SORTS = {
  newest: [desc(enquiries.created_at), asc(enquiries.id)],
  oldest: [asc(enquiries.created_at), desc(enquiries.id)],
  name: [asc(sql`lower(${enquiries.name})`), asc(enquiries.id)],
};

/** The percent sign and the underscore are letters here, not wildcards. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const matches = ({ search, status, form }: EnquiryFilter) =>
  and(
    search
      ? or(
          ilike(enquiries.name, contains(search)),
          ilike(enquiries.email, contains(search)),
          ilike(enquiries.message, contains(search)),
        )
      : undefined,
    // Spam is looked at on purpose only.
    status ? eq(enquiries.status, status) : sql`${enquiries.status} <> 'spam'`,
    form ? eq(enquiries.form_type, form) : undefined,
  );

/**
 * The owner's list; without a status it has everything but spam.
 * @returns one page of `rows`, how many match, which page it is of how many
 */
export async function listEnquiries(
  db: Database,
  filter: EnquiryFilter & { sort: keyof typeof SORTS; page: number; perPage: number },
) {
  const where = matches(filter);
  const [{ matching } = { matching: 0 }] = await db
    .select({ matching: count() })
    .from(enquiries)
    .where(where);
  const pages = Math.max(1, Math.ceil(matching / filter.perPage));
  const page = Math.min(filter.page, pages);
  const rows = await db
    .select({
      id: enquiries.id,
      name: enquiries.name,
      email: enquiries.email,
      form_type: enquiries.form_type,
      message: sql<string>`left(${enquiries.message}, 160)`,
      status: enquiries.status,
      created_at: enquiries.created_at,
    })
    .from(enquiries)
    .where(where)
    .orderBy(...SORTS[filter.sort])
    .limit(filter.perPage)
    .offset((page - 1) * filter.perPage);
  return { rows, matching, page, pages };
}

/**
 * Enquiries whose sender's name or e-mail address has the text in it, newest first, spam too.
 * @param limit rows at most
 */
export function findEnquiriesBySender(db: Database, text: string, limit: number) {
  return db
    .select({ id: enquiries.id, name: enquiries.name, email: enquiries.email })
    .from(enquiries)
    .where(or(ilike(enquiries.name, contains(text)), ilike(enquiries.email, contains(text))))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

/** How many enquiries nobody has looked after yet: the tab's badge. */
export async function countNewEnquiries(db: Database): Promise<number> {
  return db.$count(enquiries, eq(enquiries.status, "new"));
}

/**
 * One enquiry with all that came in, its notes and its mails.
 * @returns null where it is unknown
 */
export async function findEnquiry(db: Database, id: string) {
  const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, id));
  if (!enquiry) return null;
  const [notes, mails] = await Promise.all([
    db
      .select()
      .from(enquiry_notes)
      .where(eq(enquiry_notes.enquiry_id, id))
      .orderBy(desc(enquiry_notes.created_at), asc(enquiry_notes.id)),
    db
      .select({
        id: outgoing_mails.id,
        kind: outgoing_mails.kind,
        status: outgoing_mails.status,
        attempts: outgoing_mails.attempts,
        last_error: outgoing_mails.last_error,
        next_try_at: outgoing_mails.next_try_at,
        sent_at: outgoing_mails.sent_at,
      })
      .from(outgoing_mails)
      .where(eq(outgoing_mails.enquiry_id, id))
      .orderBy(asc(outgoing_mails.created_at), asc(outgoing_mails.id)),
  ]);
  return { ...enquiry, notes, mails };
}

/**
 * Sets where an enquiry stands. One that leaves spam gets the notice mail that was held back, in the same transaction.
 * @throws Refused where it is gone
 */
export async function setEnquiryStatus(db: Database, id: string, status: EnquiryStatus, siteUrl: string) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(enquiries).where(eq(enquiries.id, id)).for("update");
    if (!before) throw gone();
    await tx.update(enquiries).set({ status, updated_at: sql`now()` }).where(eq(enquiries.id, id));
    if (before.status === "spam" && status !== "spam") await sendHeldNotice(tx, before, siteUrl);
  });
}

async function sendHeldNotice(tx: Database, row: typeof enquiries.$inferSelect, siteUrl: string) {
  const notices = and(eq(outgoing_mails.enquiry_id, row.id), eq(outgoing_mails.kind, "notice"));
  if (await tx.$count(outgoing_mails, notices)) return;
  const settings = await readSettings(tx);
  const { form_type, name, email, phone, website, message, services } = row;
  const enquiry = { name, email, phone, website, message, services, formType: form_type } as Enquiry;
  const id = randomUUID();
  await tx.insert(outgoing_mails).values({
    id,
    enquiry_id: row.id,
    message_id: `<${id}@${new URL(siteUrl).hostname}>`,
    reply_to: email,
    ...composeNotice(enquiry, {
      page: row.page && siteUrl + row.page,
      receivedAt: row.created_at,
      timeZone: settings.time_zone,
      siteTitle: settings.site_title,
    }),
  });
}

const gone = () => new Refused({ "": "This enquiry has been deleted." });

/** @throws Refused where the enquiry is gone */
export async function addNote(db: Database, enquiryId: string, note: string) {
  const { rowCount } = await db.execute(sql`
    insert into enquiry_notes (enquiry_id, note) select id, ${note} from enquiries where id = ${enquiryId}`);
  if (!rowCount) throw gone();
}

export async function deleteNote(db: Database, id: string) {
  await db.delete(enquiry_notes).where(eq(enquiry_notes.id, id));
}

/** Deletes an enquiry for good, with its notes and mails: what a person may ask for. */
export async function deleteEnquiry(db: Database, id: string) {
  await db.delete(enquiries).where(eq(enquiries.id, id));
}

/** Tries a mail again at once, also one that was refused; one that was sent stays sent. */
export async function sendMailAgain(db: Database, id: string) {
  await db.transaction(async (tx) => {
    await tx
      .update(outgoing_mails)
      // Overdue since it was written: so it comes before whatever else waits.
      .set({ status: "waiting", attempts: 0, next_try_at: outgoing_mails.created_at })
      .where(and(eq(outgoing_mails.id, id), inArray(outgoing_mails.status, ["waiting", "refused"])));
    await requeueOverdueMails(tx);
  });
}

/** How many mails have failed at least once and still wait, or were refused, and the latest answer of the server. */
export async function readMailTrouble(db: Database) {
  const troubled = and(
    inArray(outgoing_mails.status, ["waiting", "refused"]),
    sql`(${outgoing_mails.last_error} <> '' or ${outgoing_mails.created_at} < now() - interval '1 minute')`,
  );
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${outgoing_mails.status} = 'waiting')`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${outgoing_mails.status} = 'refused')`.mapWith(Number),
      reason: sql<string>`coalesce((array_agg(${outgoing_mails.last_error} order by ${outgoing_mails.next_try_at} desc)
        filter (where ${outgoing_mails.last_error} <> ''))[1], '')`,
    })
    .from(outgoing_mails)
    .where(troubled);
  return row!;
}

/** All that the filter leaves, newest first, read in batches so that any number fits into memory. */
export async function* eachEnquiry(db: Database, filter: EnquiryFilter) {
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await db
      .select({ enquiry: enquiries, at: sql<string>`${enquiries.created_at}::text` })
      .from(enquiries)
      .where(
        and(
          matches(filter),
          after &&
            sql`(${enquiries.created_at}, ${enquiries.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(enquiries.created_at), desc(enquiries.id))
      .limit(CSV_BATCH);
    for (const { enquiry } of rows) yield enquiry;
    const last = rows.at(-1);
    if (!last || rows.length < CSV_BATCH) return;
    after = { at: last.at, id: last.enquiry.id };
  }
}
