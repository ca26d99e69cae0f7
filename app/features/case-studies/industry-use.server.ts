// Industries and the case studies filed under them, where one cannot be written without the other (DECISIONS 23).
import { and, asc, count, eq, isNull, not, notExists, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { updateIndustry } from "../industries/queries.server.ts";
import type { IndustryInput } from "../industries/rules.ts";
import { industries } from "../industries/table.server.ts";
import { recordSaved } from "../redirects/moves.server.ts";
import { caseStudiesPath } from "./industry-filter.ts";
import { case_studies } from "./table.server.ts";

const isUse = and(eq(case_studies.industry_id, industries.id), isNull(case_studies.deleted_at));
/** Where a refused delete says where the industry is used, at most this many titles. */
const TITLES_MAX = 3;

/** All industries, ordered by name (SPEC 7), each with how many case studies are filed under it. */
export function listIndustriesWithUse(db: Database) {
  return db
    .select({
      id: industries.id,
      name: industries.name,
      description: industries.description,
      is_sample: industries.is_sample,
      uses: count(case_studies.id),
    })
    .from(industries)
    .leftJoin(case_studies, isUse)
    .where(isNull(industries.deleted_at))
    .groupBy(industries.id)
    .orderBy(sql`lower(${industries.name})`, industries.id);
}

/** A row of the industries list. */
export type IndustryRow = Awaited<ReturnType<typeof listIndustriesWithUse>>[number];

/**
 * Saves an industry and carries its name into the case studies that hold a copy (DECISIONS 23), deleted ones too.
 * Addresses that filter the list by the old name lead to the new one.
 * @param siteUrl for links that were written with the site's whole address
 * @throws Refused as `updateIndustry` does
 */
export async function renameIndustry(
  db: Database,
  id: string,
  version: number,
  input: IndustryInput,
  siteUrl?: string,
) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ name: industries.name }).from(industries).where(eq(industries.id, id));
    await updateIndustry(tx, id, version, input);
    if (before) await recordSaved(tx, filterOf(before.name), filterOf(input.name), siteUrl);
    await tx
      .update(case_studies)
      .set({ industry: input.name })
      .where(and(eq(case_studies.industry_id, id), sql`${case_studies.industry} <> ${input.name}`));
  });
}

const filterOf = (name: string) => ({ path: caseStudiesPath({ industry: name }), isPublic: true });

/**
 * Takes an industry out of sight that no case study is filed under; one that is gone already is no fault.
 * @throws Refused where it is in use, saying where
 */
export async function deleteIndustry(db: Database, id: string) {
  await db.transaction(async (tx) => {
    // A case study that is being saved under it right now is waited for, and then counts.
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
    if (uses.length)
      throw new Refused({
        "": inUse(
          row.name,
          uses.map(({ title }) => title),
        ),
      });
    await tx.update(industries).set({ deleted_at: sql`now()` }).where(eq(industries.id, id));
  });
}

function inUse(name: string, titles: string[]): string {
  const shown = titles.slice(0, TITLES_MAX).map((title) => `“${title}”`);
  const others = titles.length - shown.length;
  if (others) shown.push(`${others} more`);
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
  const [noun, object] = titles.length === 1 ? ["case study uses", "it"] : ["case studies use", "them"];
  return `${titles.length} ${noun} ${name}: ${list}. Choose another industry for ${object} first.`;
}

/** How many sample industries there are that can be removed: none of the owner's own case studies needs them. */
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

/**
 * Takes every sample industry out of sight that no case study is filed under any more.
 * @returns how many there were
 */
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
