// Shows the site as it was at an earlier moment (decision 0049). Temporary views replace the tables in a
// transaction that is rolled back.
import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { VISITOR_ROLE } from "../../platform/database/visitor-role.server.ts";
import { SITE_KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { RECORD_PATHS } from "../redirects/record-paths.ts";
import { slug_history } from "../redirects/table.server.ts";
import { BY_CHANGE_SET } from "./reason.ts";
import { idOf, kindOf, nameOf } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

/** PostgreSQL timestamp with microseconds, because several versions can share a millisecond. */
export type Moment = string;

/** History keys of kinds that aren't identified by `id`. The triggers use the same keys. */
const KEYS: Record<string, readonly string[]> = {
  "website-content": ["page_name", "section_name", "content_key"],
  "page-seo": ["page_name"],
  settings: ["setting_key"],
};

/** Industries come first because case studies reference them. */
const TABLES: readonly (readonly [KindName, PgTable])[] = SITE_KINDS.toSorted(
  (a, b) => Number(b.name === "industries") - Number(a.name === "industries"),
).map(({ name, table }) => [name, table] as const);

const MOMENT = sql`current_setting('app.past')::timestamptz`;

/** Returns the time of the first recorded change, or null. Earlier states are unknown. */
export async function findHistoryStart(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select at from ${revisions} where op <> 'known' order by at, id desc limit 1`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/**
 * Returns a revision's time and record. If a set of changes wrote it, the time is that of the set's last revision.
 * @throws Refused if the revision is no longer in the history
 */
export async function findMoment(db: Database, revision: string) {
  const { rows } = await db.execute<{
    kind: string;
    row: Record<string, unknown>;
    at: Moment;
    said: string;
  }>(sql`
    select kind, row, at::text, said::text from ${revisions} as this, lateral (
      select coalesce(max(other.at), this.at) as said from ${revisions} as other
        where this.reason ~ ${BY_CHANGE_SET} and other.reason = this.reason
          and other.at between this.at and this.at + interval '1 minute') as whole
      where id = ${revision}`);
  const [found] = rows;
  const kind = found && kindOf(found.kind);
  if (!kind) throw new Refused({ "": "This is no longer in the history." });
  const isDraft = found.row.published === false;
  return {
    kind: kind.name,
    id: idOf(kind, found.row),
    isDraft,
    moment: found.said,
    at: new Date(found.said),
  };
}

/** A record whose old version is no longer in the history, so the current one is shown. */
export type Lost = { kind: string; key: string; name: string };

/**
 * Makes later reads in this transaction see the site at an earlier moment. The transaction must not write.
 * @param published id of a record to show as if it were published
 * @returns the records whose old version is gone
 */
export async function showPast(tx: Database, moment: Moment, published?: string): Promise<Lost[]> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  await tx.execute(sql`select set_config('app.past', ${moment}, true)`);
  await tx.execute(STATES);
  await tx.execute(sql`analyze past_states`);
  for (const [kind, table] of TABLES) {
    const rows = kind === "media" ? images(table) : records(kind, table, published);
    const { name } = getTableConfig(table);
    await tx.execute(
      sql`create temporary view ${sql.identifier(name)} as
        select * from (${rows}) as ${sql.identifier(name)} where ${await visibleTo(tx, name)}`.inlineParams(),
    );
  }
  await copySlugs(tx);
  await grantToVisitor(tx);
  return listLost(tx);
}

/**
 * Lists records that changed after the moment. `state` is the record's revision at that moment. It's null if there was
 * no such record or (`is_unknown`) if the revision is no longer in the history.
 */
const STATES = sql`create temporary table past_states on commit drop as
  with changed as (
    select distinct kind, record_key as key from ${revisions} where at > ${MOMENT}
    -- Renaming an industry changes its case studies without a revision.
    union select 'case-studies', id::text from case_studies where updated_at > ${MOMENT}
  )
  select kind, key, case when past.op <> 'delete' then past.id end as state,
      past.id is null and oldest.op is distinct from 'insert' as is_unknown
    from changed
    left join lateral (
      select id, op from ${revisions} as r
        where r.kind = changed.kind and r.record_key = changed.key and r.at <= ${MOMENT}
          -- Purging a record that was already deleted isn't a change.
          and case when op = 'delete' then row ->> 'deleted_at' is null else true end
        order by at desc, id desc limit 1) as past on true
    left join lateral (
      select op from ${revisions} as r
        where past.id is null and r.kind = changed.kind and r.record_key = changed.key
        order by at, id limit 1) as oldest on true`;

async function listLost(tx: Database): Promise<Lost[]> {
  const { rows } = await tx.execute<{ kind: string; key: string; row: Record<string, unknown> }>(sql`
    select distinct on (kind, key) kind, key, row from past_states join ${revisions} using (kind)
      where is_unknown and record_key = key order by kind, key, at desc`);
  return rows.map(({ kind: name, key, row }) => {
    const kind = kindOf(name);
    return { kind: name, key, name: kind ? nameOf(kind, row) : key };
  });
}

const columnsOf = (table: PgTable): Column[] => Object.values(getTableColumns(table));
const publicly = (table: PgTable) => sql`public.${sql.identifier(getTableConfig(table).name)}`;

function records(kind: KindName, table: PgTable, published: string | undefined): SQL {
  const columns = columnsOf(table);
  const isShown = (row: SQL) => sql`${row}.published or ${row}.id::text = ${published}`;
  const isPublished = ({ name }: Column) => name === "published" && published !== undefined;
  const names = columns.map((column) =>
    isPublished(column) ? sql`${isShown(sql`now`)} as published` : sql`now.${sql.identifier(column.name)}`,
  );
  const values = columns.map((column) =>
    kind === "case-studies" && column.name === "industry"
      ? sql`coalesce((select name from industries where industries.id = past.industry_id), past.industry)`
      : isPublished(column)
        ? isShown(sql`past`)
        : pastValue(column),
  );
  const key = (KEYS[kind] ?? ["id"]).map((name) => sql`now.${sql.identifier(name)}`);
  return sql`
    select ${sql.join(names, sql`, `)} from ${publicly(table)} as now
      where not exists (select from past_states
        where kind = ${kind} and key = concat_ws(chr(31), ${sql.join(key, sql`, `)}) and not is_unknown)
    union all select ${sql.join(values, sql`, `)}
      from past_states as p join ${revisions} as r on r.id = p.state,
        json_populate_record(null::${publicly(table)}, r.row) as past
      where p.kind = ${kind} and not p.is_unknown`;
}

/** Returns a column's value in a revision, or the column's default if the column was added later. */
function pastValue(column: Column): SQL {
  const { name, notNull, hasDefault, default: value } = column;
  const past = sql`past.${sql.identifier(name)}`;
  if (!notNull || !hasDefault) return past;
  if (is(value, SQL)) return sql`coalesce(${past}, ${value})`;
  const given = typeof value === "object" ? JSON.stringify(value) : String(value);
  return sql`coalesce(${past}, ${given}::${sql.raw(column.getSQLType())})`;
}

/** Images whose old file is gone are hidden. */
function images(table: PgTable): SQL {
  const ofThen = ["name", "alt", "is_decorative", "credit", "focal_x", "focal_y", "file_id"];
  const columns = columnsOf(table).map(({ name }) => {
    const column = sql.identifier(name);
    if (name === "deleted_at")
      return sql`case when now.deleted_at is null and p.state is not null and not exists (
        select from media_files where media_files.id = past.file_id and media_id = now.id and state = 'ready')
        then now() else now.deleted_at end as deleted_at`;
    return ofThen.includes(name)
      ? sql`coalesce(past.${column}, now.${column}) as ${column}`
      : sql`now.${column}`;
  });
  return sql`select ${sql.join(columns, sql`, `)} from ${publicly(table)} as now
    left join past_states as p on p.kind = 'media' and p.key = now.id and not p.is_unknown
    left join ${revisions} as r on r.id = p.state
    left join lateral json_populate_record(null::${publicly(table)}, r.row) as past on true`;
}

/** Returns the table's row policies as a condition, because views have none. */
async function visibleTo(tx: Database, table: string): Promise<SQL> {
  const { rows } = await tx.execute<{ qual: string }>(
    sql`select qual from pg_policies where schemaname = 'public' and tablename = ${table} and cmd = 'SELECT'`,
  );
  const seen = rows.map(({ qual }) => sql.raw(`(${qual})`));
  return sql`current_user <> ${VISITOR_ROLE} or ${seen.length ? sql.join(seen, sql` or `) : sql`false`}`;
}

async function grantToVisitor(tx: Database) {
  const { rows } = await tx.execute(sql`select from pg_roles where rolname = ${VISITOR_ROLE}`);
  if (!rows.length) return;
  const tables = [slug_history, ...TABLES.map(([, table]) => table)].map((table) =>
    sql.identifier(getTableConfig(table).name),
  );
  await tx.execute(sql`grant select on ${sql.join(tables, sql`, `)} to ${sql.identifier(VISITOR_ROLE)}`);
}

/** Assigns each old slug to the record that last used it publicly. */
async function copySlugs(tx: Database) {
  await tx.execute(
    sql`create temporary table slug_history on commit drop as
      select * from public.slug_history where created_at <= ${MOMENT}`,
  );
  await tx.execute(sql`create unique index on slug_history (kind, slug)`);
  for (const [kind, { table }] of Object.entries(RECORD_PATHS)) {
    const name = SITE_KINDS.find((one) => getTableConfig(one.table).name === table)!.name;
    const record = sql.identifier(table);
    // Mirrors the trigger that stores a record's new slug.
    await tx.execute(sql`
      insert into slug_history (kind, slug, record_id, is_gone, created_at, updated_at)
      select distinct on (slug) ${kind}, slug, id, deleted_at is not null, ${MOMENT}, now()
        from ${record} join past_states on past_states.kind = ${name} and key = id::text and not is_unknown
        where was_published or published order by slug, published and deleted_at is null desc
      on conflict (kind, slug) do update set record_id = excluded.record_id, is_gone = false, updated_at = now()
        where exists (select from ${record} where id = excluded.record_id and published and deleted_at is null)`);
    const isLater = sql`h.kind = ${kind} and h.updated_at > ${MOMENT}`;
    const bySlug = sql`r.kind = ${name} and r.at <= ${MOMENT} and r.row ->> 'slug' = h.slug
      and (r.op <> 'update' or r.changed && array['slug', 'published', 'deleted_at'])`;
    await tx.execute(sql`
      update slug_history as h set record_id = coalesce((
          select r.record_key::uuid from ${revisions} as r
            where ${bySlug} and (r.row ->> 'published')::boolean and r.row ->> 'deleted_at' is null
            order by r.at desc limit 1), h.record_id)
        where ${isLater} and not exists (
          select from ${revisions} as r where r.record_key = h.record_id::text and ${bySlug})`);
    const there = sql`select from ${record} as record where record.id = h.record_id`;
    await tx.execute(sql`
      update slug_history as h set is_gone = not exists (${there} and record.deleted_at is null)
        where ${isLater}`);
    await tx.execute(sql`
      delete from slug_history as h where ${isLater} and not exists (${there}) and not exists (
        select from ${revisions} as r
          where r.kind = ${name} and r.record_key = h.record_id::text and r.at <= ${MOMENT})`);
  }
}
