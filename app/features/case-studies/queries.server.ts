// Public queries for case studies.
import { and, count, desc, eq, inArray, isNull, max, ne, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { looseKey } from "../../platform/text/loose-key.ts";
import { case_studies } from "./table.server.ts";

const isPublished = and(case_studies.published, isNull(case_studies.deleted_at));
/** URLs can contain NUL, but PostgreSQL's text can't. */
const hasSlug = (slug: string) => eq(case_studies.slug, slug.replaceAll("\0", "\ufffd"));
const newestFirst = [desc(case_studies.created_at), case_studies.id];
const pinnedFirst = [desc(case_studies.featured), ...newestFirst];

const { slug, title, client, industry, result, figure, monthly, duration, image } = case_studies;
const shown = { slug, title, client, industry, result, figure, monthly, duration, image };
/** The first 1,000 characters, including tags, are enough for the card's excerpt. */
const start = sql<string>`left(${case_studies.challenge}, 1000)`.as("challenge");
const card = { ...shown, challenge: start };

export type CaseStudyCardRow = Awaited<ReturnType<typeof listLatestCaseStudies>>[number];

/** Returns published case studies: pinned first, then newest first (SPEC 7). */
export function listLatestCaseStudies(db: Database, limit: number) {
  return db
    .select(card)
    .from(case_studies)
    .where(isPublished)
    .orderBy(...pinnedFirst)
    .limit(limit);
}

/**
 * Returns published case studies, newest first (SPEC 7).
 * @param of.industries names from `listPublishedIndustries`; undefined for all
 */
export function listPublishedCaseStudies(
  db: Database,
  of: { industries?: string[]; limit: number; offset: number },
) {
  // Avoids reading the texts of skipped rows.
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
 * Returns testimonials of published case studies, newest first.
 * @param of.industries names as in `listRelated`; undefined for all
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

/**
 * Returns the industries of published case studies, each with the number of these case studies and the time of their
 * last change.
 */
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

/** Ignores case, hyphens and spaces (decision 0035.23). */
const sqlIndustryKey = sql<string>`regexp_replace(lower(${case_studies.industry}), '[\\s\u2010\u2011-]+', '', 'g')`;

/**
 * Returns published case studies for a service page: pinned first, then newest first (SPEC 7). "Show All"
 * appears if `total` exceeds `limit`.
 * @param industries names; case, hyphens and spaces are ignored
 * @param limit 3 (SPEC 9)
 */
export async function listRelated(db: Database, industries: readonly string[], limit: number) {
  const where = and(isPublished, inArray(sqlIndustryKey, industries.map(looseKey)));
  const list = db
    .select(card)
    .from(case_studies)
    .where(where)
    .orderBy(...pinnedFirst);
  const [cards, [counted]] = await Promise.all([
    list.limit(limit),
    db.select({ total: count() }).from(case_studies).where(where),
  ]);
  return { cards, total: counted!.total };
}

/** Returns published case studies in the order of `slugs`. */
export async function listChosenCaseStudies(db: Database, slugs: readonly string[]) {
  const rows = await db
    .select(card)
    .from(case_studies)
    .where(and(isPublished, inArray(case_studies.slug, [...slugs])));
  return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
}

/** Returns other case studies from the same industry or, if there are none, from any. Newest first. */
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

/** Returns the data for a case study's generated images, or null. `kind` is the industry. */
export async function findCaseStudyFace(db: Database, slug: string) {
  const [row] = await db
    .select({ id: case_studies.id, title, kind: industry, result, figure, monthly })
    .from(case_studies)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

const { challenge, solution, results, source, testimonial, client_name } = case_studies;
const { meta_title, meta_description, meta_keywords, created_at, updated_at } = case_studies;
const { is_indexable, is_followable, canonical_url, share_image } = case_studies;
const page = {
  ...{ ...shown, challenge, solution, results, source, testimonial, client_name },
  ...{ meta_title, meta_description, meta_keywords, created_at, updated_at },
  ...{ is_indexable, is_followable, canonical_url, share_image },
};

/** Returns a published case study for its page, or null. */
export async function findPublishedCaseStudy(db: Database, slug: string) {
  const [row] = await db
    .select(page)
    .from(case_studies)
    .where(and(isPublished, hasSlug(slug)));
  return row ?? null;
}

/** Returns slugs and titles for the sitemap, newest first (SPEC 7). */
export function listPublishedTitles(db: Database, of: { limit: number; offset: number }) {
  return db
    .select({ slug, title })
    .from(case_studies)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(of.limit)
    .offset(of.offset);
}

/** Not always `updated_at`, because `created_at` can be in the future. */
const lastChange = sql`greatest(${case_studies.created_at}, ${case_studies.updated_at})`.mapWith(
  case_studies.updated_at,
);
