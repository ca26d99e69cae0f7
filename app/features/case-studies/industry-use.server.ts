// Queries that involve both industries and their case studies (decision 0035.23).
import { and, asc, count, eq, isNull, not, notExists, type SQL, sql } from "drizzle-orm";
import { type PgSelect, QueryBuilder } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { industries } from "../industries/table.server.ts";
import { case_studies } from "./table.server.ts";

const isUse = and(eq(case_studies.industry_id, industries.id), isNull(case_studies.deleted_at));
/** Maximum number of titles in the error for an industry in use. */
const TITLES_MAX = 3;

/** The number of each industry's case studies; `join` adds it to a query of industries. */
export const industryUse = {
  uses: sql<number>`coalesce(counted.uses, 0)`.mapWith(Number),
  join(query: PgSelect) {
    const counted = new QueryBuilder()
      .select({ industry_id: case_studies.industry_id, uses: count().as("uses") })
      .from(case_studies)
      .where(isNull(case_studies.deleted_at))
      .groupBy(case_studies.industry_id)
      .as("counted");
    return query.leftJoin(counted, eq(counted.industry_id, industries.id));
  },
};

/** Updates a renamed industry's name in all its case studies, including deleted ones (decision 0035.23). */
export async function renameInCaseStudies(tx: Database, id: string, now: string) {
  await tx
    .update(case_studies)
    .set({ industry: now })
    .where(and(eq(case_studies.industry_id, id), sql`${case_studies.industry} <> ${now}`));
}

/**
 * Returns whether the industry has a published case study, and whether it ever had one. Visitors can filter only
 * by industries that have one.
 */
export async function findVisibility(tx: Database, id: string) {
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

/**
 * After a case study is restored (decision 0035.28): if its industry was deleted too, assigns the industry that now has
 * the same name, or restores the old one.
 */
export async function restoreIndustryOf(tx: Database, id: string) {
  const [row] = await tx
    .select({ industry: case_studies.industry, industry_id: case_studies.industry_id })
    .from(case_studies)
    .where(eq(case_studies.id, id));
  if (!row) return;
  const isNamesake = and(
    eq(sql`lower(${industries.name})`, row.industry.toLowerCase()),
    isNull(industries.deleted_at),
  );
  const [namesake] = await tx
    .select({ id: industries.id, name: industries.name })
    .from(industries)
    .where(isNamesake);
  if (namesake?.id === row.industry_id) return;
  if (namesake) {
    const filed = { industry_id: namesake.id, industry: namesake.name };
    await tx.update(case_studies).set(filed).where(eq(case_studies.id, id));
  } else {
    await tx.update(industries).set({ deleted_at: null }).where(eq(industries.id, row.industry_id));
  }
}

/** Returns the industry's name for the case study (SPEC 5), and locks the industry against concurrent changes. */
export async function findNameOfIndustry(tx: Database, id: string): Promise<string> {
  const [row] = await tx
    .select({ name: industries.name })
    .from(industries)
    .where(and(eq(industries.id, id), isNull(industries.deleted_at)))
    .for("share");
  if (!row) throw new Refused({ industry_id: "This industry no longer exists. Choose another." });
  return row.name;
}
