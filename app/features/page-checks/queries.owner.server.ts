import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { IssueKind } from "./issues.ts";
import { findLastCheck } from "./queries.server.ts";
import type { CheckState } from "./rule.ts";

/**
 * A list entry. Pages with the same link issue, title or description share an entry.
 * @property about the link's URL or the hash of a shared text; empty for other issues
 * @property text the issue, the shared text, or an external link's status
 * @property paths the first affected pages; `pages` is the total
 */
export type IssueLine = {
  kind: IssueKind;
  state: CheckState;
  about: string;
  text: string;
  paths: string[];
  pages: number;
};

export type IssueGroup = { kind: IssueKind; state: CheckState; total: number; lines: IssueLine[] };

const PATHS_SHOWN = 5;

const isAccepted = (kind: ReturnType<typeof sql>, about: ReturnType<typeof sql>) =>
  sql`accepted @> jsonb_build_array(jsonb_build_object('kind', ${kind}, 'about', ${about}))`;

const doubled = (kind: string, column: string) => {
  const [words, key] = [sql.raw(column), sql.raw(`md5(lower(${column}))`)];
  return sql`select ${kind}::text, 'improve'::text, ${key}, min(${words}), (array_agg(path order by path))[1:${sql.raw(String(PATHS_SHOWN))}], count(*)::int
    from site_pages where ${words} <> '' and not ${isAccepted(sql`${kind}::text`, key)}
    group by ${key} having count(*) > 1`;
};

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
 * Returns issues grouped by kind and severity, without ignored ones.
 * @param of.kind limits the list to one kind
 * @param of.perKind entries per group, starting at `offset`
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

export async function readSiteCheckStatus(db: Database) {
  const [last, { rows }] = await Promise.all([
    findLastCheck(db),
    db.execute<Record<"pages" | "broken" | "improve" | "accepted", number>>(sql`
      select (select count(*)::int from site_pages) as pages,
        count(*) filter (where state = 'broken')::int as broken,
        count(*) filter (where state <> 'broken')::int as improve,
        (select count(distinct (one->>'kind', one->>'about', case when one->>'about' = '' then path end))::int
          from site_pages, jsonb_array_elements(accepted) as one) as accepted
        from (${LINES}) as lines`),
  ]);
  return { last, ...rows[0]! };
}

const havingIt = ({ kind, about, path }: { kind: IssueKind; about: string; path: string }) => {
  if (kind === "double-title") return sql`md5(lower(title)) = ${about}`;
  if (kind === "double-description") return sql`md5(lower(description)) = ${about}`;
  if (kind === "external") return sql`${about} = any(links)`;
  if (about) return sql`path in (select path from site_faults where kind = ${kind} and about = ${about})`;
  return sql`path = ${path}`;
};

/**
 * Ignores an entry. An issue that's fixed and comes back is reported again, unless it's about an external link or
 * a shared title or description.
 */
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
