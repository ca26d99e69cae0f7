// Every read and write of website_content, the owner's own words; the page's texts are put together in texts.server.ts.
import { and, count, countDistinct, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { violatedConstraint } from "../../platform/constraint.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { pageOf } from "../../platform/paging.server.ts";
import { ChangedMeanwhile, Refused } from "../../platform/refused.ts";
import type { TextAddress } from "./address.ts";
import { builtInValue, listBuiltIns } from "./built-in.ts";
import { cleanValue } from "./clean.server.ts";
import { asStored, type ContentType, contentType } from "./content-type.ts";
import { misfit } from "./fit.ts";
import type { ContentInput } from "./rules.ts";
import { website_content } from "./table.server.ts";
import { textLabel } from "./text-label.ts";

const isKept = isNull(website_content.deleted_at);

const isAt = ({ page_name, section_name, content_key }: TextAddress) =>
  and(
    eq(website_content.page_name, page_name),
    eq(website_content.section_name, section_name),
    eq(website_content.content_key, content_key),
    isKept,
  );

/** How many texts the owner has written (SPEC 7, dashboard), and on how many pages. */
export async function countContent(db: Database) {
  const [counts] = await db
    .select({ items: count(), pages: countDistinct(website_content.page_name) })
    .from(website_content)
    .where(isKept);
  return counts!;
}

/** When the owner last changed a text of each page that has such texts. */
export function listContentDates(db: Database) {
  const { page_name, updated_at } = website_content;
  return db
    .select({ page_name, updated_at: max(updated_at) })
    .from(website_content)
    .where(isKept)
    .groupBy(page_name);
}

/** The names of all pages with a text of the owner's (SPEC 7, "distinct page_name list"). */
export async function listContentPages(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ page_name: website_content.page_name })
    .from(website_content)
    .where(isKept)
    .orderBy(website_content.page_name);
  return rows.map(({ page_name }) => page_name);
}

export type TextFilter = {
  /** part of the address, the label, the default or the owner's value; empty means all */
  search: string;
  /** each word of the search may be in another of these */
  isByWord?: boolean;
  /** a page's name; empty means all */
  page_name: string;
  /** whose value it is; `unused` is the owner's where no page shows it; empty means all */
  state: "" | "default" | "changed" | "unused";
  /**
   * SPEC 7: by `page_name` on the Content tab, by `section_name` on the Pages tab; `place` is from the top of a page to
   * its foot, the home page first; `changed` is newest first
   */
  sort: keyof typeof SORTS;
  /** from 1; beyond the last page means the last page */
  page: number;
  perPage: number;
};

const BUILT_INS = JSON.stringify(
  listBuiltIns().map(({ value, ...address }, place) => ({
    ...address,
    place,
    label: textLabel(address),
    built_in: asStored(value),
    built_in_type: contentType(value),
  })),
);

/** Every address of the site and every other that the owner has written to, each with what is stored for it. */
const TEXTS = sql`(
  select b.place, b.label, b.built_in, b.built_in_type, c.id, c.version, c.updated_at, c.content_value, c.content_type,
    page_name, section_name, content_key
  from jsonb_to_recordset(${BUILT_INS}::jsonb) as b(
    place int, label text, page_name text, section_name text, content_key text, built_in text, built_in_type text)
  full join (select * from website_content where deleted_at is null) as c
    using (page_name, section_name, content_key)
) as texts`;

const SITE_TITLE = sql`coalesce(
  (select nullif(trim(setting_value), '') from website_settings where setting_key = 'site_title'),
  ${BUILT_IN_SITE_TITLE}::text)`;

const STATES = {
  default: sql`id is null`,
  changed: sql`id is not null and place is not null`,
  unused: sql`place is null`,
};

/** What `toText` says of the type. */
const TYPE = sql`case when built_in_type <> 'text' then built_in_type else coalesce(content_type, built_in_type) end`;

const SORTS = {
  page_name: sql`page_name, place nulls last, section_name, content_key`,
  section_name: sql`section_name, place nulls last, content_key, page_name`,
  place: sql`place nulls last, page_name, section_name, content_key`,
  content_key: sql`content_key, page_name, place nulls last, section_name`,
  content_type: sql`${TYPE}, page_name, place nulls last, section_name, content_key`,
  changed: sql`updated_at desc nulls last, place nulls last, page_name, section_name, content_key`,
};

type Found = TextAddress & {
  id: string | null;
  version: number | null;
  /** milliseconds */
  updated: number | null;
  content_value: string | null;
  content_type: ContentType | null;
  built_in: string | null;
  built_in_type: ContentType | null;
};

/**
 * The texts of the site with their present values, the owner's or the built-in ones (decision 0035.15).
 * @returns one page of `rows`, how many match, how many of these the owner has changed, which page it is of how many
 */
export async function listTexts(db: Database, filter: TextFilter) {
  const { search, page_name, state } = filter;
  const written = sql`page_name || ' ' || section_name || ' ' || content_key || ' ' || coalesce(label, '') || ' ' || coalesce(built_in, '') || ' ' || coalesce(content_value, '')`;
  // Found by the name that visitors read, too.
  const places = sql`${written} || ' ' || replace(coalesce(content_value, built_in, ''), '{site}', ${SITE_TITLE})`;
  const conditions: SQL[] = [sql`true`];
  for (const word of filter.isByWord ? search.split(/\s+/) : search ? [search] : [])
    conditions.push(sql`strpos(lower(${places}), lower(${word})) > 0`);
  if (page_name) conditions.push(sql`page_name = ${page_name}`);
  if (state) conditions.push(STATES[state]);
  const where = sql.join(conditions, sql` and `);
  const counted = await db.execute<{ matching: number; changed: number }>(sql`
    select count(*)::int as matching, (count(*) filter (where ${STATES.changed}))::int as changed
    from ${TEXTS} where ${where}`);
  const { matching, changed } = counted.rows[0]!;
  const { page, pages, offset } = pageOf(matching, filter);
  const found = await db.execute<Found>(sql`
    select page_name, section_name, content_key, id, version, content_value, content_type, built_in, built_in_type,
      (extract(epoch from updated_at) * 1000)::float8 as updated
    from ${TEXTS} where ${where} order by ${SORTS[filter.sort]}
    limit ${filter.perPage} offset ${offset}`);
  return { rows: found.rows.map(toText), matching, changed, page, pages };
}

/**
 * The present values of all texts of some pages, for what has to be told from one another there.
 * @param names of pages; other names have none
 */
export async function listPageTexts(db: Database, names: readonly string[]) {
  const found = await db.execute<TextAddress & { content_value: string; content_type: string }>(sql`
    select page_name, section_name, content_key, coalesce(content_value, built_in) as content_value,
      ${TYPE} as content_type
    from ${TEXTS} where place is not null and page_name in ${names}`);
  return found.rows;
}

/**
 * The texts that have one of some words in their present value, from the top of the site to its foot.
 * @param sought each is found whatever its capital letters
 */
export async function listTextsWith(db: Database, sought: readonly string[], limit: number) {
  const value = sql`coalesce(content_value, built_in)`;
  const holds = sought.map((text) => sql`strpos(lower(${value}), lower(${text})) > 0`);
  const found = await db.execute<Found>(sql`
    select page_name, section_name, content_key, id, version, content_value, content_type, built_in, built_in_type,
      (extract(epoch from updated_at) * 1000)::float8 as updated
    from ${TEXTS} where ${sql.join(holds, sql` or `)} order by ${SORTS.place} limit ${limit}`);
  return found.rows.map(toText);
}

/**
 * One text as its form needs it.
 * @returns null where no page shows it and the owner has not written it
 */
export async function findText(db: Database, address: TextAddress) {
  const found = await db.execute<Found>(sql`
    select page_name, section_name, content_key, id, version, content_value, content_type, built_in, built_in_type,
      (extract(epoch from updated_at) * 1000)::float8 as updated
    from ${TEXTS} where page_name = ${address.page_name} and section_name = ${address.section_name}
      and content_key = ${address.content_key}`);
  const [row] = found.rows;
  return row ? toText(row) : null;
}

/** A text of the site: its present value, whose it is, and whether it fits. */
export type SiteText = ReturnType<typeof toText>;

function toText({ page_name, section_name, content_key, updated, ...row }: Found) {
  const builtIn = builtInValue({ page_name, section_name, content_key });
  const content_value = row.content_value ?? row.built_in!;
  // Where a page shows it, the built-in value decides the type, whatever a row says.
  const content_type = row.content_type ?? row.built_in_type!;
  return {
    page_name,
    section_name,
    content_key,
    content_type: row.built_in_type && row.built_in_type !== "text" ? row.built_in_type : content_type,
    content_value,
    /** null: it is the default */
    id: row.id,
    /** 0: it is the default */
    version: row.version ?? 0,
    updated_at: updated === null ? null : new Date(updated),
    /** undefined: no page shows it */
    builtIn,
    /** why the page shows the default instead, null where it does not */
    misfit: row.id ? misfit({ content_key, content_type, content_value }, builtIn) : null,
  };
}

/**
 * Writes a text at an address where the owner has none yet; HTML is cleaned (decision 0035.3).
 * @returns what was removed from it
 * @throws Refused where the address is taken
 */
export async function addContent(db: Database, input: ContentInput): Promise<string[]> {
  const { values, removed } = clean(input);
  if (!(await insert(db, values)))
    throw new Refused({
      content_key: `There is already content at ${addressOf(input)}. Edit that instead: an address has one value.`,
    });
  return removed;
}

/**
 * Saves a text over the version its form was opened with.
 * @param id of the owner's row, null where the form showed the default
 * @param version 0 where the form showed the default
 * @returns what was removed from its HTML
 * @throws Refused where another editor saved meanwhile, or the new address is taken
 */
export async function updateContent(
  db: Database,
  id: string | null,
  version: number,
  input: ContentInput,
): Promise<string[]> {
  const { values, removed } = clean(input);
  const isSaved = version ? await overwrite(db, id, version, values) : await insert(db, values);
  if (isSaved) return removed;
  const [now] = await db
    .select({ version: website_content.version })
    .from(website_content)
    .where(isAt(input));
  const what = now ? "saved this text" : version ? "set this text back to its default" : null;
  // Written and deleted again between the two statements: once more finds it free.
  if (!what) return updateContent(db, id, version, input);
  throw new ChangedMeanwhile(what, now?.version ?? 0);
}

/** @returns false where the address is taken */
async function insert(db: Database, values: ContentInput): Promise<boolean> {
  const result = await db
    .insert(website_content)
    .values(values)
    .onConflictDoNothing({
      target: [website_content.page_name, website_content.section_name, website_content.content_key],
      where: isKept,
    });
  return Boolean(result.rowCount);
}

/** @returns false where that version is no longer there */
async function overwrite(db: Database, id: string | null, version: number, values: ContentInput) {
  try {
    const result = await db
      .update(website_content)
      .set({ ...values, updated_at: sql`now()` })
      .where(
        and(id ? eq(website_content.id, id) : isAt(values), eq(website_content.version, version), isKept),
      );
    return Boolean(result.rowCount);
  } catch (error) {
    if (violatedConstraint(error) !== "website_content_address_unique") throw error;
    throw new Refused({ content_key: `There is already content at ${addressOf(values)}.` });
  }
}

/** Takes the owner's text out of sight, which brings the default back (decisions 0035.15, 0035.28). */
export async function deleteContent(db: Database, id: string) {
  await db
    .update(website_content)
    .set({ deleted_at: sql`now()` })
    .where(and(eq(website_content.id, id), isKept));
}

const addressOf = ({ page_name, section_name, content_key }: TextAddress) =>
  `${page_name} / ${section_name} / ${content_key}`;

function clean(input: ContentInput) {
  const { content_value, removed } = cleanValue(input, builtInValue(input));
  if (!content_value && input.content_value)
    throw new Refused({ content_value: "Nothing of this HTML can be shown on a page." });
  return { values: { ...input, content_value }, removed };
}
