// Queries that involve both industries and their case studies (decision 0035.23).
import { and, asc, count, desc, eq, isNull, not, notExists, type SQL, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { updateIndustry } from "../industries/queries.server.ts";
import type { IndustryInput } from "../industries/rules.ts";
import { industries } from "../industries/table.server.ts";
import { recordIndustryRename } from "../redirects/slug-history.server.ts";
import { case_studies } from "./table.server.ts";

const isUse = and(eq(case_studies.industry_id, industries.id), isNull(case_studies.deleted_at));
/** Maximum number of titles in the error for an industry in use. */
const TITLES_MAX = 3;

const uses = sql<number>`coalesce(counted.uses, 0)`.mapWith(Number);
const byName = [asc(sql`lower(${industries.name})`), asc(industries.id)];
const SORTS = {
  name: byName,
  uses: [desc(uses), ...byName],
  changed: [desc(industries.updated_at), asc(industries.id)],
};

export type IndustryFilter = Paging & {
  /** part of the name or description; empty for all */
  search: string;
  /** `name` is SPEC's order */
  sort: keyof typeof SORTS;
};

/** Returns a page of industries for the owner (SPEC 2, 7), each with its number of case studies. */
export async function listIndustriesWithUse(db: Database, filter: IndustryFilter) {
  const where = and(
    isNull(industries.deleted_at),
    contains(filter.search, industries.name, industries.description),
  );
  const counted = db
    .select({ industry_id: case_studies.industry_id, uses: count().as("uses") })
    .from(case_studies)
    .where(isNull(case_studies.deleted_at))
    .groupBy(case_studies.industry_id)
    .as("counted");
  const join = (query: PgSelect) => query.leftJoin(counted, eq(counted.industry_id, industries.id));
  const columns = {
    id: industries.id,
    name: industries.name,
    description: industries.description,
    is_sample: industries.is_sample,
    updated_at: industries.updated_at,
    uses,
  };
  return listPage(db, { from: industries, join, where, orders: SORTS[filter.sort], columns }, filter);
}

/**
 * Renames an industry and updates its name in all its case studies, including deleted ones (decision 0035.23).
 * Redirects the old list URL if it was ever public.
 * @throws the same errors as `updateIndustry`
 */
export async function renameIndustry(db: Database, id: string, version: number, input: IndustryInput) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ name: industries.name }).from(industries).where(eq(industries.id, id));
    await updateIndustry(tx, id, version, input);
    const { isKnown, isPublic } = await findVisibility(tx, id);
    if (before && isKnown)
      await recordIndustryRename(tx, { id, before: before.name, now: input.name, isPublic });
    await tx
      .update(case_studies)
      .set({ industry: input.name })
      .where(and(eq(case_studies.industry_id, id), sql`${case_studies.industry} <> ${input.name}`));
  });
}

/**
 * Returns whether the industry has a published case study, and whether it ever had one. Visitors can filter only
 * by industries that have one.
 */
async function findVisibility(tx: Database, id: string) {
  const some = (which: SQL) => sql<boolean>`coalesce(bool_or(${which}), false)`;
  const [known] = await tx
    .select({
      isPublic: some(sql`${case_studies.published} and ${case_studies.deleted_at} is null`),
      isKnown: some(sql`${case_studies.was_published}`),
    })
    .from(case_studies)
    .where(eq(case_studies.industry_id, id));
  return known!;
}

/**
 * Deletes an unused industry.
 * @throws Refused if case studies use it
 */
export async function deleteIndustry(db: Database, id: string) {
  await db.transaction(async (tx) => {
    // Waits for concurrent saves of case studies with this industry.
    const [row] = await tx
      .select({ name: industries.name })
      .from(industries)
      .where(and(eq(industries.id, id), isNull(industries.deleted_at)))
      .for("update");
    if (!row) return;
    const uses = await tx
      .select({ title: case_studies.title })
      .from(case_studies)
      .where(and(eq(case_studies.industry_id, id), isNull(case_studies.deleted_at)))
      .orderBy(asc(case_studies.title));
    if (uses.length) throw new Refused({ "": inUse(row.name, uses) });
    await tx.update(industries).set({ deleted_at: sql`now()` }).where(eq(industries.id, id));
  });
}

function inUse(name: string, uses: { title: string }[]): string {
  const shown = uses.slice(0, TITLES_MAX).map(({ title }) => `“${title}”`);
  const others = uses.length - shown.length;
  if (others) shown.push(`${others} more`);
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
  const [noun, object] = uses.length === 1 ? ["case study uses", "it"] : ["case studies use", "them"];
  return `${uses.length} ${noun} ${name}: ${list}. Choose another industry for ${object} first.`;
}

/** Counts sample industries that the owner's own case studies don't use. */
export async function countSampleIndustries(db: Database): Promise<number> {
  const isOwnUse = and(isUse, not(case_studies.is_sample));
  const [row] = await db
    .select({ total: count() })
    .from(industries)
    .where(
      and(
        industries.is_sample,
        isNull(industries.deleted_at),
        notExists(db.select({ one: sql`1` }).from(case_studies).where(isOwnUse)),
      ),
    );
  return row?.total ?? 0;
}

/** Deletes unused sample industries and returns their number. */
export async function deleteUnusedSampleIndustries(db: Database): Promise<number> {
  const result = await db
    .update(industries)
    .set({ deleted_at: sql`now()` })
    .where(
      and(
        industries.is_sample,
        isNull(industries.deleted_at),
        notExists(db.select({ one: sql`1` }).from(case_studies).where(isUse)),
      ),
    );
  return result.rowCount ?? 0;
}
