// Enquiry numbers for the dashboard, without spam.
import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries, enquiry_changes } from "../enquiry-table/table.server.ts";
import { countDue, countNewEnquiries, isDue, isOverdue, SORTS } from "./queries.owner.server.ts";

const { utm, referrer_host } = enquiries;
/**
 * The source of an enquiry in lowercase: the campaign's, the ads that a click ID is from, or else the referring host
 * without "www.". Empty if unknown.
 */
export const sourceOf = sql`lower(coalesce(nullif(${utm} ->> 'utm_source', ''), case
  when ${utm} ? 'gclid' then 'google ads' when ${utm} ? 'msclkid' then 'microsoft ads'
  when ${utm} ? 'fbclid' then 'facebook'
  when ${referrer_host} like 'www.%' then substr(${referrer_host}, 5) else ${referrer_host} end))`;

/**
 * Counts enquiries per week.
 * @param starts start of each week, oldest first
 */
export async function countPerWeek(db: Database, starts: Date[]): Promise<number[]> {
  const thresholds = sql`${`{${starts.map((start) => start.toISOString()).join()}}`}::timestamptz[]`;
  const { rows } = await db.execute<{ week: number; enquiries: number }>(sql`
    select width_bucket(created_at, ${thresholds}) as week, count(*)::int as enquiries
    from ${enquiries} where status <> 'spam' and created_at >= (${thresholds})[1] group by 1`);
  // `width_bucket` counts from 1.
  const perWeek = new Map(rows.map(({ week, enquiries }) => [week - 1, enquiries]));
  return starts.map((_, index) => perWeek.get(index) ?? 0);
}

/** Values are in cents and include estimates. */
export type Month = { received: number; won: number; once: number; monthly: number; isEstimate: boolean };

/**
 * Counts what came in and what was won, whenever it came in: in the month before, and since then.
 * @param last when the month before began
 * @param current when the current month began
 */
export async function readMonths(
  db: Database,
  last: Date,
  current: Date,
): Promise<{ before: Month; now: Month }> {
  const of = (received: SQL, is: SQL) => sql`
    select ${received} as received, count(*)::int as won,
      coalesce(sum(value_cents) filter (where value_per = 'once'), 0)::float8 as once,
      coalesce(sum(value_cents) filter (where value_per = 'month'), 0)::float8 as monthly,
      coalesce(bool_or(value_is_estimate), false) as "isEstimate"
    from wins where ${is}`;
  const [from, then] = [sql`${last.toISOString()}::timestamptz`, sql`${current.toISOString()}::timestamptz`];
  const { rows } = await db.execute<Month>(sql`
    with wins as (
      select max(change.created_at) as at, enquiry.*
      from ${enquiries} enquiry join ${enquiry_changes} change on change.enquiry_id = enquiry.id
      where enquiry.status = 'won' and change.field = 'status' and change.to_status = 'won'
      group by enquiry.id having max(change.created_at) >= ${from}
    ),
    received as (
      select count(*) filter (where created_at < ${then})::int as before,
        count(*) filter (where created_at >= ${then})::int as now
      from ${enquiries} where status <> 'spam' and created_at >= ${from}
    )
    ${of(sql`(select before from received)`, sql`at < ${then}`)}
    union all ${of(sql`(select now from received)`, sql`at >= ${then}`)}`);
  const [before, now] = rows;
  return { before: before!, now: now! };
}

/** Maximum length of an excerpt. */
const WORDS_CHARACTERS = 100;

/**
 * Returns new enquiries with excerpts, oldest first. `overdue` counts those past the promised 24 hours (SPEC
 * 9).
 */
export async function listUnansweredEnquiries(db: Database, limit: number) {
  const { id, name, services, form_type, created_at } = enquiries;
  const message = sql<string>`case when length(${enquiries.message}) > ${WORDS_CHARACTERS}
    then left(${enquiries.message}, ${WORDS_CHARACTERS - 1}) || '…' else ${enquiries.message} end`;
  const [rows, total, overdue] = await Promise.all([
    db
      .select({ id, name, services, message, form_type, created_at })
      .from(enquiries)
      .where(eq(enquiries.status, "new"))
      .orderBy(asc(enquiries.created_at), asc(enquiries.id))
      .limit(limit),
    countNewEnquiries(db),
    db.$count(enquiries, isOverdue),
  ]);
  return { rows, total, overdue };
}

/** Returns follow-ups that are due, oldest first, of enquiries that were answered; `total` counts all that are due. */
export async function listDue(db: Database, today: string, limit: number) {
  const { id, name, services, follow_up_on, status } = enquiries;
  const [rows, total] = await Promise.all([
    db
      .select({ id, name, services, day: follow_up_on })
      .from(enquiries)
      .where(and(isDue(today), ne(status, "new")))
      .orderBy(...SORTS.due)
      .limit(limit),
    countDue(db, today),
  ]);
  return { rows, total };
}
