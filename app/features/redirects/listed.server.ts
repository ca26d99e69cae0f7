// Lists the owner's redirects and those from former slugs.
import { sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { FILTERED_LIST, type PageKind, RECORD_PATHS } from "./record-paths.ts";
import { redirects, slug_history } from "./table.server.ts";

/**
 * Selects redirects from former slugs; those of deleted records return 410. The owner's redirects take
 * precedence.
 */
function slugRedirects(
  kind: PageKind | "industry",
  table: string,
  path: string,
  now: ReturnType<typeof sql>,
) {
  return sql`select null::uuid, ${path} || known.slug, case when not is_gone then ${path} || ${now} end,
      case when is_gone then 'delete' else 'rename' end, true, hits, last_hit_at, known.created_at
    from ${slug_history} as known left join ${sql.identifier(table)} as record on record.id = record_id
    where kind = ${kind} and (is_gone or record.deleted_at is null and known.slug <> ${now})
      and not exists (select from ${redirects} where from_path = ${path} || known.slug and is_on)`;
}

const pages = (Object.keys(RECORD_PATHS) as PageKind[]).map((kind) =>
  slugRedirects(kind, RECORD_PATHS[kind].table, RECORD_PATHS[kind].path, sql`record.slug`),
);
/** An industry's slug, derived from its name. Special characters are percent-encoded. */
const filterName = ["%%25", "&%26", "#%23", "+%2B"].reduce(
  (name, [char, ...code]) => sql`replace(${name}, ${char}, ${code.join("")})`,
  sql`lower(regexp_replace(btrim(record.name), '\\s+', '-', 'g'))`,
);
const all = sql.join(
  [
    sql`select id, from_path, to_path, 'owner' as source, is_on, hits, last_hit_at, created_at from ${redirects}`,
    ...pages,
    slugRedirects("industry", "industries", FILTERED_LIST, filterName),
  ],
  sql` union all `,
);

export const listed = new QueryBuilder()
  .select({
    /** null for a former slug, which the owner can't edit */
    id: sql<string | null>`id`.as("id"),
    from_path: sql<string>`from_path`.as("from_path"),
    /** null means 410 */
    to_path: sql<string | null>`to_path`.as("to_path"),
    source: sql<"owner" | "rename" | "delete">`source`.as("source"),
    is_on: sql<boolean>`is_on`.as("is_on"),
    hits: sql<number>`hits`.as("hits"),
    last_hit_at: sql`last_hit_at`.mapWith(redirects.last_hit_at).as("last_hit_at"),
    created_at: sql`created_at`.mapWith(redirects.created_at).as("created_at"),
  })
  .from(sql`(${all}) as rows`)
  .as("listed");
