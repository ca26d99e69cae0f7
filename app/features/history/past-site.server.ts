// The site as it was: in a transaction that is rolled back, every record, text, page's SEO, setting and redirect gets the
// state that history has of a moment (decision 0059).
import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { RECORD_PATHS } from "../redirects/record-paths.ts";
import { slug_history } from "../redirects/table.server.ts";
import { BY_CHANGE_SET } from "./reason.ts";
import { idOf, kindOf, nameOf } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

/** A moment as PostgreSQL writes it, to the microsecond: several states can be of one millisecond. */
export type Moment = string;

/** A save waits for the rows that are put back, so what waits for a save gives up before that one would. */
const LIMITS = sql`set transaction isolation level repeatable read; set local lock_timeout = '800ms'`;
/** The columns that name a record in its history, where it is not `id`: as the triggers have them (decision 0049). */
const KEYS: Record<string, readonly string[]> = {
  "website-content": ["page_name", "section_name", "content_key"],
  "page-seo": ["page_name"],
  settings: ["setting_key"],
};

/**
 * Industries before the case studies that are filed under them, and redirects last, as a page that is published takes
 * the redirect from its address.
 */
const TABLES: readonly (readonly [string, PgTable])[] = KINDS.toSorted(
  (a, b) => rank(a.name) - rank(b.name),
).map(({ name, table }) => [name, table] as const);
function rank(kind: KindName) {
  return kind === "industries" ? 0 : kind === "redirects" ? 2 : 1;
}

/** A record that was changed after the moment, and what history has of it: `state` is the revision that held then. */
type Changed = { kind: string; key: string; state: string | null; isUnknown: boolean };

/**
 * When history begins. Nothing is known of what was deleted before that.
 * @returns null where nothing was changed yet
 */
export async function findBeginning(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select at from ${revisions} where op <> 'known' order by at, id desc limit 1`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/**
 * The moment of a revision, and what it is of; of one that was published with others, the moment when all of them were live.
 * @throws Refused where history does not hold it any more
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
  if (!kind) throw new Refused({ "": "This is not in the history any more." });
  return { kind: kind.name, id: idOf(kind, found.row), moment: found.said, at: new Date(found.said) };
}

/** A record whose state of a moment history does not hold any more: it stays as it is now. */
export type Lost = { kind: string; key: string; name: string };

/**
 * Puts the whole site back to a moment, in a transaction of the caller's that is rolled back.
 * @returns what history does not hold of that moment any more
 * @throws a fault of the database, also where a save is in the way
 */
export async function putBack(tx: Database, moment: Moment): Promise<Lost[]> {
  await tx.execute(LIMITS);
  await tx.execute(sql`select set_config('app.history', 'off', true)`);
  const changed = await listChanged(tx, moment);
  const known = changed.filter(({ isUnknown }) => !isUnknown);
  const of = (name: string) => known.filter(({ kind }) => kind === name);
  for (const [kind, table] of TABLES) if (of(kind).length) await takeOut(tx, kind, table, of(kind));
  // Slugs that visitors first met after the moment. Those of then come back with their records, by the trigger.
  await tx.execute(sql`delete from ${slug_history} where created_at > ${moment}`);
  for (const [kind, table] of TABLES) {
    const states = of(kind).flatMap(({ state }) => state ?? []);
    if (states.length) await putIn(tx, kind, table, states);
  }
  await settleSlugs(tx, moment);
  return named(
    tx,
    changed.filter(({ isUnknown }) => isUnknown),
  );
}

async function listChanged(tx: Database, moment: Moment): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed>(sql`
    with changed as (
      select distinct kind, record_key as key from ${revisions} where at > ${moment}
      -- The copy of an industry's name is changed without a revision.
      union select 'case-studies', id::text from case_studies where updated_at > ${moment}
    )
    select kind, key, case when past.op <> 'delete' then past.id end as state,
        past.id is null and oldest.op is distinct from 'insert' as "isUnknown"
      from changed
      left join lateral (
        select id, op from ${revisions} as r
          where r.kind = changed.kind and r.record_key = changed.key and r.at <= ${moment}
            -- To tidy away what was deleted already is no change; of a text, another row may hold by then.
            and case when op = 'delete' then row ->> 'deleted_at' is null else true end
          order by at desc, id desc limit 1) as past on true
      left join lateral (
        select op from ${revisions} as r
          where past.id is null and r.kind = changed.kind and r.record_key = changed.key
          order by at, id limit 1) as oldest on true`);
  return rows;
}

async function named(tx: Database, lost: readonly Changed[]): Promise<Lost[]> {
  if (!lost.length) return [];
  const keys = list(lost.map(({ key }) => key));
  const { rows } = await tx.execute<{ kind: string; key: string; row: Record<string, unknown> }>(sql`
    select distinct on (kind, record_key) kind, record_key as key, row from ${revisions}
      where record_key = any(${keys}) and kind = any(${list(lost.map(({ kind }) => kind))})
      order by kind, record_key, at desc`);
  return rows.map(({ kind: name, key, row }) => {
    const kind = kindOf(name);
    return { kind: name, key, name: kind ? nameOf(kind, row) : key };
  });
}

const list = (values: readonly string[]) => sql.param([...values]);

function isAny(kind: string, table: PgTable, keys: readonly string[]): SQL {
  const [first, ...more] = (KEYS[kind] ?? ["id"]).map((name) => columnOf(table, name));
  if (more.length)
    return sql`concat_ws(chr(31), ${sql.join([first!, ...more], sql`, `)}) = any(${list(keys)})`;
  return sql`${first} = any(${list(keys)}::${sql.raw(first!.getSQLType())}[])`;
}

const columnsOf = (table: PgTable): Column[] => Object.values(getTableColumns(table));
const columnOf = (table: PgTable, name: string) => columnsOf(table).find((column) => column.name === name)!;

/** What is there now gives up its slugs, names and addresses. */
async function takeOut(tx: Database, kind: string, table: PgTable, changed: readonly Changed[]) {
  // A picture whose file is gone cannot come back.
  if (kind === "media") return;
  const which = isAny(
    kind,
    table,
    changed.map(({ key }) => key),
  );
  // Case studies are filed under industries, and stay so.
  if (kind === "industries") await tx.execute(sql`update ${table} set deleted_at = now() where ${which}`);
  else await tx.execute(sql`delete from ${table} where ${which}`);
}

/** What was there then, as it was. */
async function putIn(tx: Database, kind: string, table: PgTable, states: readonly string[]) {
  const past = sql`${revisions} as r, json_populate_record(null::${table}, r.row) as past
    where r.id = any(${list(states)}::uuid[])`;
  if (kind === "media") return describePictures(tx, table, past);
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map((column) =>
    kind === "case-studies" && column.name === "industry"
      ? sql`coalesce((select name from industries where industries.id = past.industry_id), past.industry)`
      : pastValue(column),
  );
  // An industry is there still, out of sight.
  const updated = names.map((name) => sql`${name} = excluded.${name}`);
  const onConflict =
    kind === "industries"
      ? sql`on conflict (id) do update set ${sql.join(updated, sql`, `)}`
      : sql`on conflict do nothing`;
  await tx.execute(sql`
    insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from ${past} ${onConflict}`);
}

/** A column of an old row; where the row is older than the column, its default. */
function pastValue(column: Column): SQL {
  const { name, notNull, hasDefault, default: value } = column;
  const past = sql`past.${sql.identifier(name)}`;
  if (!notNull || !hasDefault) return past;
  if (is(value, SQL)) return sql`coalesce(${past}, ${value})`;
  const given = typeof value === "object" ? JSON.stringify(value) : String(value);
  return sql`coalesce(${past}, ${given}::${sql.raw(column.getSQLType())})`;
}

/** Pictures that are there get the words and the file of then; one whose file is gone since is not shown. */
async function describePictures(tx: Database, table: PgTable, past: SQL) {
  const names = ["name", "alt", "is_decorative", "credit", "focal_x", "focal_y", "file_id"];
  const set = names.map((name) => {
    const column = sql.identifier(name);
    return sql`${column} = coalesce(past.${column}, media.${column})`;
  });
  await tx.execute(sql`
    update ${table} set ${sql.join(set, sql`, `)}, deleted_at = case when exists (
        select from media_files where media_files.id = past.file_id and media_id = media.id and state = 'ready') then null else now() end
      from (select past.* from ${past}) as past where media.id = past.id and media.deleted_at is null`);
}

/** Old slugs belong to the record that visitors met there last before the moment, and it is deleted or not as it was. */
async function settleSlugs(tx: Database, moment: Moment) {
  for (const [kind, { table }] of Object.entries(RECORD_PATHS)) {
    const name = KINDS.find((one) => getTableConfig(one.table).name === table)!.name;
    const isLater = sql`h.kind = ${kind} and h.created_at <= ${moment} and h.updated_at > ${moment}`;
    const bySlug = sql`r.kind = ${name} and r.at <= ${moment} and r.row ->> 'slug' = h.slug
      and (r.op <> 'update' or r.changed && array['slug', 'published', 'deleted_at'])`;
    await tx.execute(sql`
      update ${slug_history} as h set record_id = coalesce((
          select r.record_key::uuid from ${revisions} as r
            where ${bySlug} and (r.row ->> 'published')::boolean and r.row ->> 'deleted_at' is null
            order by r.at desc limit 1), h.record_id)
        where ${isLater} and not exists (
          select from ${revisions} as r where r.record_key = h.record_id::text and ${bySlug})`);
    const record = sql`select from ${sql.identifier(table)} as record where record.id = h.record_id`;
    await tx.execute(sql`
      update ${slug_history} as h set is_gone = not exists (${record} and record.deleted_at is null)
        where ${isLater}`);
    await tx.execute(sql`
      delete from ${slug_history} as h where ${isLater} and not exists (${record}) and not exists (
        select from ${revisions} as r
          where r.kind = ${name} and r.record_key = h.record_id::text and r.at <= ${moment})`);
  }
}
