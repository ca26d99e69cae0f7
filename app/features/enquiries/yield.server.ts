// Which pages, services and sources bring customers.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries, enquiry_changes } from "../enquiry-table/table.server.ts";
import { sourceOf } from "./figures.server.ts";
import type { YieldBy } from "./yield.ts";

const { page, trail, services, utm, status, created_at } = enquiries;

/** A row per value of an enquiry; an enquiry without one counts as unknown. */
const each = (values: SQL) => sql`cross join lateral (
  select distinct value from unnest(case when cardinality(${values}) = 0 then '{""}' else ${values} end) value) each`;

const KEYS: Record<YieldBy, { key: SQL; join?: SQL }> = {
  landing: { key: sql`coalesce(${trail}[1], '')` },
  page: { key: sql`${page}` },
  service: { key: sql`each.value`, join: each(sql`${services}`) },
  "case-study": {
    key: sql`each.value`,
    join: each(sql`array(select path from unnest(${trail}) path where path like '/case-studies/%')`),
  },
  source: { key: sourceOf },
  campaign: { key: sql`coalesce(${utm} ->> 'utm_campaign', '')` },
};

/** Values are in cents. `days` is the median from an enquiry to its win; null without one. */
export type YieldRow = {
  /** a path, a service, a source (`sourceOf`) or a campaign; empty if unknown */
  name: string;
  enquiries: number;
  answered: number;
  won: number;
  once: number;
  monthly: number;
  /** values that are estimates, which aren't in `once` and `monthly` */
  about_once: number;
  about_monthly: number;
  days: number | null;
};

/**
 * Returns what enquiries became, most enquiries first, without spam.
 * @param since when the first enquiry came; null for all
 */
export async function readYield(db: Database, by: YieldBy, since: Date | null): Promise<YieldRow[]> {
  const { key, join = sql`` } = KEYS[by];
  const isIn = since ? sql`and ${created_at} >= ${since.toISOString()}` : sql``;
  const sum = (per: "once" | "month", isEstimate: boolean) =>
    sql`coalesce(sum(value_cents) filter (where value_per = ${per} and value_is_estimate = ${isEstimate}), 0)::float8`;
  // Two scans are faster than one, because only customers have values and a median.
  const { rows } = await db.execute<YieldRow>(sql`
    with counted as (
      select ${key} as name, count(*)::int as enquiries, count(*) filter (where ${status} <> 'new')::int as answered
      from ${enquiries} ${join}
      where ${status} <> 'spam' ${isIn}
      group by 1
    ),
    customers as (
      select ${key} as name, count(*)::int as won,
        ${sum("once", false)} as once, ${sum("month", false)} as monthly,
        ${sum("once", true)} as about_once, ${sum("month", true)} as about_monthly,
        percentile_cont(0.5) within group (order by extract(epoch from wins.at - ${created_at}) / 86400) as days
      from ${enquiries} left join (
        select enquiry_id, max(created_at) as at from ${enquiry_changes}
        where field = 'status' and to_status = 'won' group by enquiry_id
      ) wins on wins.enquiry_id = ${enquiries.id} ${join}
      where ${status} = 'won' ${isIn}
      group by 1
    )
    select name, enquiries, answered, coalesce(won, 0) as won, coalesce(once, 0) as once,
      coalesce(monthly, 0) as monthly, coalesce(about_once, 0) as about_once,
      coalesce(about_monthly, 0) as about_monthly, days
    from counted left join customers using (name) order by enquiries desc, name`);
  return rows;
}
