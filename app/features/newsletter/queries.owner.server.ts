import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { eachRow } from "../../platform/database/batches.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging, searchPage } from "../../platform/database/paging.server.ts";
import { deleteForUndo, undoDelete, whileNotSending } from "../../platform/database/undo.server.ts";
import { mailState } from "../mail/state.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import type { SubscriberFilter } from "./filter.ts";
import { subscribers } from "./table.server.ts";

const matches = ({ search, status }: SubscriberFilter) =>
  and(contains(search, subscribers.email), status ? eq(subscribers.status, status) : undefined);

/** Each sort order has an index. */
const SORTS = {
  newest: [desc(subscribers.created_at), asc(subscribers.id)],
  oldest: [asc(subscribers.created_at), desc(subscribers.id)],
  email: [asc(sql`lower(${subscribers.email})`)],
} satisfies Record<string, SQL[]>;

export const SUBSCRIBER_SORTS = Object.keys(SORTS) as (keyof typeof SORTS)[];

/** Returns one page of subscribers. `hasMore` is true if a search has more matches than were counted. */
export async function listSubscribers(
  db: Database,
  filter: SubscriberFilter & Paging & { sort: keyof typeof SORTS },
) {
  const { id, email, status, created_at, confirmed_at, unsubscribed_at } = subscribers;
  const columns = { id, email, status, created_at, confirmed_at, unsubscribed_at };
  const list = { from: subscribers, where: matches(filter), orders: SORTS[filter.sort], columns };
  const { rows, ...paging } = filter.search
    ? await searchPage(db, list, filter)
    : { ...(await listPage(db, list, filter)), hasMore: false };
  const mails = await listLastMails(db, rows);
  return {
    rows: rows.map((row) => ({ ...row, mail: mails.get(row.email.toLowerCase()) ?? null })),
    ...paging,
  };
}

async function listLastMails(db: Database, of: { email: string }[]) {
  const emails = of.map(({ email }) => email.toLowerCase());
  const address = sql<string>`lower(${outgoing_mails.recipient})`;
  const mails = await db
    .selectDistinctOn([address], { address, ...mailState })
    .from(outgoing_mails)
    .where(and(eq(outgoing_mails.kind, "newsletter"), inArray(address, emails)))
    .orderBy(address, desc(outgoing_mails.created_at), asc(outgoing_mails.id));
  return new Map(mails.map(({ address, ...mail }) => [address, mail]));
}

/** Counts unconfirmed subscribers whose latest email was rejected. `email` is the newest one's recipient. */
export async function readRefusedInvitations(db: Database): Promise<{ count: number; email: string | null }> {
  const { rows } = await db.execute<{ count: number; email: string | null }>(sql`
    select count(*)::int as count, (array_agg(subscribers.email order by mail.created_at desc))[1] as email
    from outgoing_mails mail
    join subscribers on lower(subscribers.email) = lower(mail.recipient) and subscribers.status = 'pending'
    where mail.kind = 'newsletter' and mail.status = 'refused' and not exists (
      select from outgoing_mails later
      where later.kind = 'newsletter' and lower(later.recipient) = lower(mail.recipient)
        and later.created_at > mail.created_at
    )`);
  return rows[0]!;
}

export function findSubscribersByEmail(db: Database, text: string, limit: number) {
  const { id, email, status } = subscribers;
  return db
    .select({ id, email, status })
    .from(subscribers)
    .where(matches({ search: text, status: "" }))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

export async function countSubscribers(db: Database) {
  const rows = await db
    .select({ status: subscribers.status, total: count() })
    .from(subscribers)
    .groupBy(subscribers.status);
  const of = (status: string) => rows.find((row) => row.status === status)?.total ?? 0;
  return { confirmed: of("confirmed"), pending: of("pending"), unsubscribed: of("unsubscribed") };
}

/** Yields all subscribers that match the filter, newest first. */
export const eachSubscriber = (db: Database, filter: SubscriberFilter) =>
  eachRow(db, subscribers, matches(filter));

/**
 * Deletes a subscriber and their emails, and keeps a copy for Undo.
 * @returns `id` for `restoreSubscriber`
 * @throws Refused if one of the emails is being sent
 */
export async function deleteSubscriber(db: Database, id: string) {
  const address = db
    .select({ email: sql`lower(${subscribers.email})` })
    .from(subscribers)
    .where(eq(subscribers.id, id));
  const isAsked = and(
    eq(outgoing_mails.kind, "newsletter"),
    inArray(sql`lower(${outgoing_mails.recipient})`, address),
  )!;
  return whileNotSending(db, (tx) =>
    deleteForUndo(tx, [
      [subscribers, eq(subscribers.id, id)],
      [outgoing_mails, isAsked],
    ]),
  );
}

/**
 * Restores a deleted subscriber. A newer sign-up with the same address stays.
 * @throws Refused after the undo period
 */
export const restoreSubscriber = (db: Database, undoId: string) =>
  db.transaction((tx) => undoDelete(tx, undoId, [subscribers, outgoing_mails]));
