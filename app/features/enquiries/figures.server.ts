// Enquiry numbers for the dashboard, without spam.
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { countNewEnquiries, isOverdue } from "./queries.owner.server.ts";

/** Maximum number of pages or sources to name. */
const NAMED_MAX = 5;

/** `name` is empty if unknown. */
export type Share = { name: string; enquiries: number };
/** `others` counts the enquiries whose page or source isn't in `named`. */
export type Shares = { named: Share[]; others: number };

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
 * Counts enquiries per week, per page and per source (`sourceOf`).
 * @param starts start of each week, oldest first
 */
export async function readEnquiryFigures(db: Database, starts: Date[]) {
  const thresholds = `{${starts.map((start) => start.toISOString()).join()}}`;
  const { rows } = await db.execute<{ kind: string; name: string; enquiries: number }>(sql`
    with recent as (
      select
        width_bucket(created_at, ${thresholds}::timestamptz[])::text as week,
        page,
        ${sourceOf} as source
      from enquiries
      where status <> 'spam' and created_at >= (${thresholds}::timestamptz[])[1]
    ),
    counted as (
      select
        case when grouping(week) = 0 then 'week' when grouping(page) = 0 then 'page' else 'source' end as kind,
        coalesce(week, page, source) as name,
        count(*)::int as enquiries
      from recent
      group by grouping sets ((week), (page), (source))
    ),
    ranked as (
      select *, row_number() over (partition by kind order by enquiries desc, name) as place from counted
    )
    select kind, case when kind = 'week' or place <= ${NAMED_MAX} then name end as name, sum(enquiries)::int as enquiries
    from ranked
    group by 1, 2
    order by kind, enquiries desc, name`);

  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const sharesOf = (kind: string): Shares => ({
    named: of(kind).flatMap(({ name, enquiries }) => (name === null ? [] : [{ name, enquiries }])),
    others: of(kind).find(({ name }) => name === null)?.enquiries ?? 0,
  });
  // `width_bucket` counts from 1.
  const perWeek = new Map(of("week").map(({ name, enquiries }) => [Number(name) - 1, enquiries]));
  const weeks = starts.map((_, index) => perWeek.get(index) ?? 0);
  return {
    weeks,
    total: weeks.reduce((sum, week) => sum + week, 0),
    pages: sharesOf("page"),
    sources: sharesOf("source"),
  };
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
