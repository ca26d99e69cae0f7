// Shows the site as it was at a given moment. In a transaction that is rolled back, views with the same names hide the
// tables of records, texts, page SEO, settings and redirects, and return the versions from the history (decision 0049).
// No rows are written.
import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { VISITOR_ROLE } from "../../platform/database/visitor-role.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { RECORD_PATHS } from "../redirects/record-paths.ts";
import { slug_history } from "../redirects/table.server.ts";
import { BY_CHANGE_SET } from "./reason.ts";
import { idOf, kindOf, nameOf } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

/** A timestamp as PostgreSQL writes it, in microseconds, since several versions can share a millisecond. */
export type Moment = string;

/** The columns of a record's history key if it isn't `id`, as in the triggers (decision 0049). */
const KEYS: Record<string, readonly string[]> = {
  "website-content": ["page_name", "section_name", "content_key"],
  "page-seo": ["page_name"],
  settings: ["setting_key"],
};

/** Industries come before the case studies that reference them. */
const TABLES: readonly (readonly [KindName, PgTable])[] = KINDS.toSorted(
  (a, b) => Number(b.name === "industries") - Number(a.name === "industries"),
).map(({ name, table }) => [name, table] as const);

/** The moment, within the views and the statements that create them. */
const MOMENT = sql`current_setting('app.past')::timestamptz`;

/**
 * Returns when the history begins. Anything deleted before that is unknown.
 * @returns null if nothing has changed yet
 */
export async function findHistoryStart(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select at from ${revisions} where op <> 'known' order by at, id desc limit 1`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/**
 * Returns the moment of a revision, its record, and whether the record was unpublished then. If a change set wrote it,
 * the moment is when the whole set was published.
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

/** A record whose version from that moment is no longer in the history. It's shown as it is now. */
export type Lost = { kind: string; key: string; name: string };

/**
 * Makes all later reads in this transaction see the site as it was at a given moment. The transaction must not write.
 * @param published a record to show as if it had been published then
 * @returns the records whose version from that moment is no longer in the history
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
 * The records that changed after the moment, with the revision that applied then; `is_unknown` if the history doesn't
 * have it.
 */
const STATES = sql`create temporary table past_states on commit drop as
  with changed as (
    select distinct kind, record_key as key from ${revisions} where at > ${MOMENT}
    -- The copy of an industry's name is changed without a revision.
    union select 'case-studies', id::text from case_studies where updated_at > ${MOMENT}
  )
  select kind, key, case when past.op <> 'delete' then past.id end as state,
      past.id is null and oldest.op is distinct from 'insert' as is_unknown
    from changed
    left join lateral (
      select id, op from ${revisions} as r
        where r.kind = changed.kind and r.record_key = changed.key and r.at <= ${MOMENT}
          -- To tidy away what was deleted already is no change; of a text, another row may hold by then.
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

/** Selects the rows of a kind that haven't changed since, and the old version of those that have. */
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

/** Selects a column of an old row, or its default if the row is older than the column. */
function pastValue(column: Column): SQL {
  const { name, notNull, hasDefault, default: value } = column;
  const past = sql`past.${sql.identifier(name)}`;
  if (!notNull || !hasDefault) return past;
  if (is(value, SQL)) return sql`coalesce(${past}, ${value})`;
  const given = typeof value === "object" ? JSON.stringify(value) : String(value);
  return sql`coalesce(${past}, ${given}::${sql.raw(column.getSQLType())})`;
}

/** Selects existing images with their old text and file. Images whose old file is gone are hidden. */
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

/** Views have no row policies, so this repeats those of the table for the visitor's role. */
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

/**
 * Copies the old slugs as of the moment: newer ones are left out, and each slug belongs to the record that visitors
 * last saw there, marked as deleted or not as it was then.
 */
async function copySlugs(tx: Database) {
  await tx.execute(
    sql`create temporary table slug_history on commit drop as
      select * from public.slug_history where created_at <= ${MOMENT}`,
  );
  await tx.execute(sql`create unique index on slug_history (kind, slug)`);
  for (const [kind, { table }] of Object.entries(RECORD_PATHS)) {
    const name = KINDS.find((one) => getTableConfig(one.table).name === table)!.name;
    const record = sql.identifier(table);
    // Mirrors what the trigger does when a record gets its slug.
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
