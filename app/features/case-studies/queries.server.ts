// Every read and write of case studies. Visitors see published rows only; the owner sees all but deleted ones.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { case_studies } from "./table.server.ts";

const isPublished = and(case_studies.published, isNull(case_studies.deleted_at));
const newestFirst = [desc(case_studies.created_at), case_studies.id];

/** The columns a card shows (SPEC 2); of the challenge only what an excerpt can need, its tags included. */
const card = {
  slug: case_studies.slug,
  title: case_studies.title,
  client: case_studies.client,
  industry: case_studies.industry,
  result: case_studies.result,
  duration: case_studies.duration,
  image: case_studies.image,
  challenge: sql<string>`left(${case_studies.challenge}, 1000)`,
};

/** The row of a card, as `listLatestCaseStudies` and `listPublishedCaseStudies` return it. */
export type CaseStudyCardRow = Awaited<ReturnType<typeof listLatestCaseStudies>>[number];

/**
 * The newest published case studies for the home page (SPEC 7), newest first.
 * @param limit rows at most; the page shows 6 (SPEC 9)
 */
export function listLatestCaseStudies(db: Database, limit: number) {
  return db
    .select(card)
    .from(case_studies)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** All published case studies, newest first (SPEC 7). */
export function listPublishedCaseStudies(db: Database) {
  return db
    .select(card)
    .from(case_studies)
    .where(isPublished)
    .orderBy(...newestFirst);
}

/**
 * One published case study.
 * @returns the row, or null where the slug is unknown or the case study a draft
 */
export async function findPublishedCaseStudy(db: Database, slug: string) {
  const [row] = await db
    .select()
    .from(case_studies)
    .where(and(isPublished, eq(case_studies.slug, slug)));
  return row ?? null;
}
