import { and, asc, desc, eq, gte, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import { eachRow } from "../../platform/database/batches.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging, searchPage } from "../../platform/database/paging.server.ts";
import { isoDay, weekStarts } from "../../platform/time/dates.ts";
import { OPEN_STATUSES } from "../enquiry-table/statuses.ts";
import {
  enquiries,
  enquiry_changes,
  enquiry_messages,
  enquiry_notes,
} from "../enquiry-table/table.server.ts";
import { mailState } from "../mail/state.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { isAssignee } from "../staff/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { PROMISE_HOURS } from "./age.ts";
import type { EnquiryFilter } from "./filter.ts";

export const SORTS = {
  newest: [desc(enquiries.created_at), asc(enquiries.id)],
  oldest: [asc(enquiries.created_at), desc(enquiries.id)],
  due: [asc(enquiries.follow_up_on), asc(enquiries.id)],
};
const BACKWARDS = { newest: SORTS.oldest, oldest: SORTS.newest, due: undefined };

/** Returns a list's order: those who wait longest first. */
export const sortOf = (status: EnquiryFilter["status"]): keyof typeof SORTS =>
  status === "today" ? "due" : status === "new" || status === "overdue" ? "oldest" : "newest";

/** Matches enquiries assigned to no one, or to someone who can't see enquiries anymore. */
const isUnassigned = sql`not exists (select from ${people} where ${people.id} = ${enquiries.assigned_to} and ${isAssignee})`;

const matches = ({ search, status, form, assigned, person = null, today }: EnquiryFilter) =>
  and(
    search
      ? or(
          contains(search, enquiries.name, enquiries.email, enquiries.message),
          // Read once, and not for each enquiry, which also lets the database search in parallel.
          sql`${enquiries.id} = any(array(
            select enquiry_id from ${enquiry_notes} where ${contains(search, enquiry_notes.note)}
            union all
            select enquiry_id from ${enquiry_messages} where ${contains(search, enquiry_messages.message)}))`,
        )
      : undefined,
    isIn(status, today),
    form ? eq(enquiries.form_type, form) : undefined,
    (assigned && (person === null ? isUnassigned : eq(enquiries.assigned_to, person))) || undefined,
  );

/** Matches new enquiries past the promised 24 hours (SPEC 9). */
export const isOverdue = and(
  eq(enquiries.status, "new"),
  lt(enquiries.created_at, sql`now() - make_interval(hours => ${PROMISE_HOURS})`),
);

/** Matches open enquiries whose next step is due. */
export const isDue = (today: string) =>
  and(inArray(enquiries.status, OPEN_STATUSES), lte(enquiries.follow_up_on, today));

function isIn(view: EnquiryFilter["status"], today: string) {
  switch (view) {
    case "all":
      return ne(enquiries.status, "spam");
    case "today":
      return isDue(today);
    case "open":
      return inArray(enquiries.status, OPEN_STATUSES);
    case "closed":
      return inArray(enquiries.status, ["won", "lost"]);
    case "overdue":
      return isOverdue;
    default:
      return eq(enquiries.status, view);
  }
}

/** Returns a page of enquiries. `hasMore` is true if a search has more matches than were counted. */
export async function listEnquiries(
  db: Database,
  filter: EnquiryFilter & Paging & { sort: keyof typeof SORTS },
) {
  const { id, name, form_type, status, created_at, updated_at, assigned_to, follow_up_on } = enquiries;
  const { value_cents, value_per, value_is_estimate } = enquiries;
  const columns = {
    ...{ id, name, form_type, status, created_at, updated_at, assigned_to, follow_up_on },
    ...{ value_cents, value_per, value_is_estimate },
    message: sql<string>`left(${enquiries.message}, 160)`,
  };
  const list = { from: enquiries, where: matches(filter), orders: SORTS[filter.sort], columns };
  if (filter.search) return searchPage(db, list, filter);
  const backwards = BACKWARDS[filter.sort];
  return { ...(await listPage(db, { ...list, backwards }, filter)), hasMore: false };
}

/** Returns enquiries whose sender's name or email contains `text`, newest first, including spam. */
export function findEnquiriesBySender(db: Database, text: string, limit: number) {
  return db
    .select({ id: enquiries.id, name: enquiries.name, email: enquiries.email })
    .from(enquiries)
    .where(contains(text, enquiries.name, enquiries.email))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

/** Returns the number for the tab's badge. */
export async function countNewEnquiries(db: Database): Promise<number> {
  return db.$count(enquiries, eq(enquiries.status, "new"));
}

export async function countSetAside(db: Database): Promise<number> {
  return db.$count(enquiries, eq(enquiries.status, "spam"));
}

/** The dashboard's chart covers the same weeks as the tab's header. */
export const RECENT_WEEKS = 12;

/** Returns the number of follow-ups that are due. */
export const countDue = (db: Database, today: string): Promise<number> => db.$count(enquiries, isDue(today));

/** Returns the enquiry with the follow-up that's due first, except one; undefined if none is due. */
export async function findDue(db: Database, today: string, exceptId = "") {
  const [row] = await db
    .select({ id: enquiries.id, name: enquiries.name })
    .from(enquiries)
    .where(and(isDue(today), sql`${enquiries.id}::text <> ${exceptId}`))
    .orderBy(...SORTS.due)
    .limit(1);
  return row;
}

/**
 * Returns counts for the tab's header. `due` counts follow-ups, `recent` covers twelve weeks, including this one, and
 * `setAside` counts spam.
 */
export async function countEnquiries(db: Database) {
  const { time_zone } = await readSettings(db);
  const now = new Date();
  const [start] = weekStarts(now, time_zone, RECENT_WEEKS);
  const [due, fresh, overdue, recent, setAside] = await Promise.all([
    countDue(db, isoDay(now, time_zone)),
    countNewEnquiries(db),
    db.$count(enquiries, isOverdue),
    db.$count(enquiries, and(ne(enquiries.status, "spam"), gte(enquiries.created_at, start!))),
    countSetAside(db),
  ]);
  return { due, fresh, overdue, recent, setAside };
}

/** Returns those of the ids that belong to an enquiry. */
export const listKnown = async (db: Database, ids: string[]): Promise<string[]> =>
  (await db.select({ id: enquiries.id }).from(enquiries).where(inArray(enquiries.id, ids))).map(
    ({ id }) => id,
  );

/** Returns an enquiry with its notes, changes, messages and emails, or null. */
export async function findEnquiry(db: Database, id: string) {
  const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, id));
  if (!enquiry) return null;
  const { attempts, subject, text_body, sent_at, created_at } = outgoing_mails;
  const [notes, changes, messages, mails] = await Promise.all([
    db
      .select()
      .from(enquiry_notes)
      .where(eq(enquiry_notes.enquiry_id, id))
      .orderBy(desc(enquiry_notes.created_at), asc(enquiry_notes.id)),
    db
      .select()
      .from(enquiry_changes)
      .where(eq(enquiry_changes.enquiry_id, id))
      .orderBy(desc(enquiry_changes.created_at), asc(enquiry_changes.id)),
    db
      .select()
      .from(enquiry_messages)
      .where(eq(enquiry_messages.enquiry_id, id))
      .orderBy(desc(enquiry_messages.created_at), asc(enquiry_messages.id)),
    db
      .select({ ...mailState, attempts, subject, text_body, sent_at, created_at })
      .from(outgoing_mails)
      .where(eq(outgoing_mails.enquiry_id, id))
      .orderBy(asc(outgoing_mails.created_at), asc(outgoing_mails.id)),
  ]);
  return { ...enquiry, notes, changes, messages, mails };
}

/** Yields all matching enquiries, newest first. */
export const eachEnquiry = (db: Database, filter: EnquiryFilter) => eachRow(db, enquiries, matches(filter));
