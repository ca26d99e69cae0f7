// Every read and write of case studies. Visitors see published rows only; the owner sees all but deleted ones.
import { and, count, desc, eq, inArray, isNull, max, ne, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { looseKey } from "../../platform/text/loose-key.ts";
import { case_studies } from "./table.server.ts";

const isPublished = and(case_studies.published, isNull(case_studies.deleted_at));
/** An address may hold a NUL, which a query may not; no slug has one. */
const hasSlug = (slug: string) => eq(case_studies.slug, slug.replaceAll("\0", "\ufffd"));
const newestFirst = [desc(case_studies.created_at), case_studies.id];

const { slug, title, client, industry, result, duration, image } = case_studies;
const shown = { slug, title, client, industry, result, duration, image };
/** The columns a card shows (SPEC 2); of the challenge only what an excerpt can need, its tags included. */
const card = { ...shown, challenge: sql<string>`left(${case_studies.challenge}, 1000)` };

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

/**
 * Published case studies for the list, newest first (SPEC 7).
 * @param of.industries exact names to keep, as `listPublishedIndustries` gives them; absent keeps all
 */
export function listPublishedCaseStudies(
  db: Database,
  of: { industries?: string[]; limit: number; offset: number },
) {
  // The texts of all those before a late page would be unpacked only to be left out.
  const ids = db
    .select({ id: case_studies.id })
    .from(case_studies)
    .where(and(isPublished, of.industries && inArray(case_studies.industry, of.industries)))
    .orderBy(...newestFirst)
    .limit(of.limit)
    .offset(of.offset);
  return db
    .select(card)
    .from(case_studies)
    .where(inArray(case_studies.id, ids))
    .orderBy(...newestFirst);
}

/**
 * What clients say in published case studies, newest first.
 * @param of.industries names as in `listRelated`; absent takes those of all
 */
export function listTestimonials(db: Database, of: { industries?: readonly string[]; limit: number }) {
  return db
    .select({ slug, client, client_name, testimonial })
    .from(case_studies)
    .where(
      and(
        isPublished,
        ne(testimonial, ""),
        of.industries && inArray(sqlIndustryKey, of.industries.map(looseKey)),
      ),
    )
    .orderBy(...newestFirst)
    .limit(of.limit);
}

/** The industries that have published case studies, by name, each with how many there are and their last change. */
export function listPublishedIndustries(db: Database) {
  return db
    .select({
      name: case_studies.industry,
      total: count(),
      changed: max(lastChange).mapWith(case_studies.updated_at),
    })
    .from(case_studies)
    .where(isPublished)
    .groupBy(case_studies.industry)
    .orderBy(sql`lower(${case_studies.industry})`);
}

/** Case, hyphens and the spaces they may stand for make no difference between industries (decision 0035.23). */
const sqlIndustryKey = sql<string>`regexp_replace(lower(${case_studies.industry}), '[\\s\u2010\u2011-]+', '', 'g')`;

/**
 * Published case studies for a service page, newest first (SPEC 7).
 * @param industries names from the service's list, compared without regard to case and hyphens (decision 0035.23)
 * @param limit rows at most, the page shows 3 (SPEC 9)
 * @returns `cards` up to `limit`, and `total` matching, which decides "Show All"
 */
export async function listRelated(db: Database, industries: readonly string[], limit: number) {
  const where = and(isPublished, inArray(sqlIndustryKey, industries.map(looseKey)));
  const list = db
    .select(card)
    .from(case_studies)
    .where(where)
    .orderBy(...newestFirst);
  const [cards, [counted]] = await Promise.all([
    list.limit(limit),
    db.select({ total: count() }).from(case_studies).where(where),
  ]);
  return { cards, total: counted!.total };
}

/**
 * What to read after a case study: others of its industry, newest first, or the newest of all where it is the
 * only one.
 * @returns the cards, and whether they are of the same industry
 */
export async function listMoreCaseStudies(
  db: Database,
  { slug, industry }: { slug: string; industry: string },
  limit: number,
) {
  const others = and(isPublished, not(hasSlug(slug)));
  const list = (where: SQL | undefined) =>
    db
      .select(card)
      .from(case_studies)
      .where(where)
      .orderBy(...newestFirst)
      .limit(limit);
  const related = await list(and(others, eq(case_studies.industry, industry)));
  if (related.length) return { cards: related, isSameIndustry: true };
  return { cards: await list(others), isSameIndustry: false };
}

/**
 * What the pictures of a published case study are drawn from: its title and, as its kind, the industry.
 * @returns null where the slug is unknown or the case study a draft
 */
export async function findCaseStudyFace(db: Database, slug: string) {
  const [row] = await db
    .select({ id: case_studies.id, title, kind: industry })
    .from(case_studies)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

const { challenge, solution, results, testimonial, client_name } = case_studies;
const { meta_title, meta_description, meta_keywords, created_at, updated_at } = case_studies;
const page = {
  ...{ ...shown, challenge, solution, results, testimonial, client_name },
  ...{ meta_title, meta_description, meta_keywords, created_at, updated_at },
};

/**
 * One published case study, as its page shows it.
 * @returns null where the slug is unknown or the case study a draft
 */
export async function findPublishedCaseStudy(db: Database, slug: string) {
  const [row] = await db
    .select(page)
    .from(case_studies)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/** What a list of links shows of published case studies, newest first (SPEC 7, sitemap). */
export function listPublishedTitles(db: Database, of: { limit: number; offset: number }) {
  return db
    .select({ slug, title })
    .from(case_studies)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(of.limit)
    .offset(of.offset);
}

/** The newer of a row's two dates: one that was dated forward is not older than its date. */
const lastChange = sql`greatest(${case_studies.created_at}, ${case_studies.updated_at})`.mapWith(
  case_studies.updated_at,
);
