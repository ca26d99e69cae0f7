import { and, asc, desc, eq, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import { eachRow } from "../../platform/database/batches.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging, searchPage } from "../../platform/database/paging.server.ts";
import { weekStarts } from "../../platform/time/dates.ts";
import { enquiries, enquiry_notes, enquiry_status_changes } from "../enquiry-table/table.server.ts";
import { mailState } from "../mail/state.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { isAssignee } from "../staff/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { PROMISE_HOURS } from "./age.ts";
import type { EnquiryFilter } from "./filter.ts";

const SORTS = {
  newest: [desc(enquiries.created_at), asc(enquiries.id)],
  oldest: [asc(enquiries.created_at), desc(enquiries.id)],
};

/** Matches enquiries assigned to no one, or to someone who can't see enquiries anymore. */
const isUnassigned = sql`not exists (select from ${people} where ${people.id} = ${enquiries.assigned_to} and ${isAssignee})`;

const matches = ({ search, status, form, assigned, person = null }: EnquiryFilter) =>
  and(
    search
      ? or(
          contains(search, enquiries.name, enquiries.email, enquiries.message),
          sql`exists (select from ${enquiry_notes} where ${enquiry_notes.enquiry_id} = ${enquiries.id}
            and ${contains(search, enquiry_notes.note)})`,
        )
      : undefined,
    hasStatus(status),
    form ? eq(enquiries.form_type, form) : undefined,
    (assigned && (person === null ? isUnassigned : eq(enquiries.assigned_to, person))) || undefined,
  );

/** Matches new enquiries past the promised 24 hours (SPEC 9). */
export const isOverdue = and(
  eq(enquiries.status, "new"),
  lt(enquiries.created_at, sql`now() - make_interval(hours => ${PROMISE_HOURS})`),
);

function hasStatus(status: EnquiryFilter["status"]) {
  switch (status) {
    case "":
      return ne(enquiries.status, "spam");
    case "open":
      return inArray(enquiries.status, ["new", "contacted", "qualified"]);
    case "overdue":
      return isOverdue;
    default:
      return eq(enquiries.status, status);
  }
}

/** Returns a page of enquiries. `hasMore` is true if a search has more matches than were counted. */
export async function listEnquiries(
  db: Database,
  filter: EnquiryFilter & Paging & { sort: keyof typeof SORTS },
) {
  const { id, name, form_type, status, created_at } = enquiries;
  const message = sql<string>`left(${enquiries.message}, 160)`;
  const columns = { id, name, form_type, message, status, created_at };
  const list = { from: enquiries, where: matches(filter), orders: SORTS[filter.sort], columns };
  if (filter.search) return searchPage(db, list, filter);
  const backwards = SORTS[filter.sort === "newest" ? "oldest" : "newest"];
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

/** Returns counts for the tab's header. `recent` covers twelve weeks, including this one, and `setAside` counts spam. */
export async function countEnquiries(db: Database) {
  const { time_zone } = await readSettings(db);
  const [start] = weekStarts(new Date(), time_zone, RECENT_WEEKS);
  const [fresh, overdue, recent, setAside] = await Promise.all([
    countNewEnquiries(db),
    db.$count(enquiries, isOverdue),
    db.$count(enquiries, and(ne(enquiries.status, "spam"), gte(enquiries.created_at, start!))),
    countSetAside(db),
  ]);
  return { fresh, overdue, recent, setAside };
}

/** Returns an enquiry with its notes, status changes and emails, or null. */
export async function findEnquiry(db: Database, id: string) {
  const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, id));
  if (!enquiry) return null;
  const { attempts, subject, text_body, sent_at, created_at } = outgoing_mails;
  const [notes, statusChanges, mails] = await Promise.all([
    db
      .select()
      .from(enquiry_notes)
      .where(eq(enquiry_notes.enquiry_id, id))
      .orderBy(desc(enquiry_notes.created_at), asc(enquiry_notes.id)),
    db
      .select()
      .from(enquiry_status_changes)
      .where(eq(enquiry_status_changes.enquiry_id, id))
      .orderBy(desc(enquiry_status_changes.created_at), asc(enquiry_status_changes.id)),
    db
      .select({ ...mailState, attempts, subject, text_body, sent_at, created_at })
      .from(outgoing_mails)
      .where(eq(outgoing_mails.enquiry_id, id))
      .orderBy(asc(outgoing_mails.created_at), asc(outgoing_mails.id)),
  ]);
  return { ...enquiry, notes, statusChanges, mails };
}

/** Yields all matching enquiries, newest first. */
export const eachEnquiry = (db: Database, filter: EnquiryFilter) => eachRow(db, enquiries, matches(filter));
