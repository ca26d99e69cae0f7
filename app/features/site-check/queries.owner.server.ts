// The owner's view of the site check, and ignored issues.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { CheckState } from "../page-facts/rule.ts";
import type { IssueKind } from "./issues.ts";
import { findLastCheck } from "./queries.server.ts";

/**
 * An entry of the list. A dead link on several pages is one entry, and so is a shared title.
 * @property about the link's URL, or the key of what's shared; else empty
 * @property text the issue; the shared text, or an external link's status
 * @property paths the first affected pages, `pages` their number
 */
export type IssueLine = {
  kind: IssueKind;
  state: CheckState;
  about: string;
  text: string;
  paths: string[];
  pages: number;
};

/** The number of entries of a kind, and the first of them. */
export type IssueGroup = { kind: IssueKind; state: CheckState; total: number; lines: IssueLine[] };

const PATHS_SHOWN = 5;

/** Returns the condition for ignored issues. */
const isAccepted = (kind: ReturnType<typeof sql>, about: ReturnType<typeof sql>) =>
  sql`accepted @> jsonb_build_array(jsonb_build_object('kind', ${kind}, 'about', ${about}))`;

const doubled = (kind: string, column: string) => {
  const [words, key] = [sql.raw(column), sql.raw(`md5(lower(${column}))`)];
  return sql`select ${kind}::text, 'improve'::text, ${key}, min(${words}), (array_agg(path order by path))[1:${sql.raw(String(PATHS_SHOWN))}], count(*)::int
    from site_pages where ${words} <> '' and not ${isAccepted(sql`${kind}::text`, key)}
    group by ${key} having count(*) > 1`;
};

/** All entries of any kind. */
const LINES = sql`
  select kind, state, about, min(text) as text, (array_agg(path order by path))[1:${sql.raw(String(PATHS_SHOWN))}] as paths, count(*)::int as pages
    from site_faults join site_pages using (path) where not ${isAccepted(sql`kind`, sql`about`)}
    group by kind, state, about, case when about = '' then path end
  union all ${doubled("double-title", "title")}
  union all ${doubled("double-description", "description")}
  union all select 'external', 'broken', url, said, (array_agg(path order by path))[1:${sql.raw(String(PATHS_SHOWN))}], count(*)::int
    from site_links join site_pages on url = any(links)
    where state = 'gone' and not ${isAccepted(sql`'external'::text`, sql`url`)} group by url, said`;

/**
 * Returns the site's issues by kind and severity.
 * @param of.kind only this kind
 * @param of.perKind entries of each, from `offset` on
 */
export async function listIssues(
  db: Database,
  of: { kind?: IssueKind; perKind: number; offset?: number },
): Promise<IssueGroup[]> {
  const { kind, perKind, offset = 0 } = of;
  const { rows } = await db.execute<IssueLine & { total: number; place: string }>(sql`
    select * from (
      select *, row_number() over of_kind as place, count(*) over (partition by kind, state)::int as total
        from (${LINES}) as lines where ${kind ?? null}::text is null or kind = ${kind ?? null}
        window of_kind as (partition by kind, state order by pages desc, paths)
    ) as numbered where place > ${offset} and place <= ${offset + perKind} order by place`);
  const groups = Map.groupBy(rows, (row) => `${row.state} ${row.kind}`);
  return [...groups.values()].map((lines) => {
    const { kind, state, total } = lines[0]!;
    return {
      ...{ kind, state, total },
      lines: lines.map(({ total: _, place: __, ...line }) => line),
    };
  });
}

/** Returns the state of the site check: the last run, known pages, issues and ignored ones. */
export async function readSiteCheckStatus(db: Database) {
  const [last, { rows }] = await Promise.all([
    findLastCheck(db),
    db.execute<Record<"pages" | "broken" | "improve" | "accepted", number>>(sql`
      select (select count(*)::int from site_pages) as pages,
        count(*) filter (where state = 'broken')::int as broken,
        count(*) filter (where state <> 'broken')::int as improve,
        (select coalesce(sum(jsonb_array_length(accepted)), 0)::int from site_pages) as accepted
        from (${LINES}) as lines`),
  ]);
  return { last, ...rows[0]! };
}

/** Returns the pages of an entry: one page, those with the link, or those that share the text. */
const havingIt = ({ kind, about, path }: { kind: IssueKind; about: string; path: string }) => {
  if (kind === "double-title") return sql`md5(lower(title)) = ${about}`;
  if (kind === "double-description") return sql`md5(lower(description)) = ${about}`;
  if (kind === "external") return sql`${about} = any(links)`;
  if (about) return sql`path in (select path from site_faults where kind = ${kind} and about = ${about})`;
  return sql`path = ${path}`;
};

/** Ignores an entry until it was fixed once. */
export async function acceptIssue(
  db: Database,
  line: { kind: IssueKind; about: string; path: string },
): Promise<void> {
  const one = JSON.stringify([{ kind: line.kind, about: line.about }]);
  await db.execute(
    sql`update site_pages set accepted = accepted || ${one}::jsonb where ${havingIt(line)} and not accepted @> ${one}::jsonb`,
  );
}

/** Restores all ignored entries. */
export async function forgetAccepted(db: Database): Promise<void> {
  await db.execute(sql`update site_pages set accepted = '[]' where accepted <> '[]'`);
}
