// The owner's queries for case studies, including drafts.
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { href } from "react-router";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import { isStillSample } from "../../platform/database/record-columns.server.ts";
import {
  asTakenSlugError,
  isPresent,
  lockVersion,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { deleteRecords } from "../autosaves/queries.server.ts";
import { industries } from "../industries/table.server.ts";
import type { CaseStudyInput } from "./rules.ts";
import { case_studies } from "./table.server.ts";

const isNotDeleted = isNull(case_studies.deleted_at);
const written = { id: case_studies.id, slug: case_studies.slug, published: case_studies.published };

const publicPath = ({ slug, published }: { slug: string; published: boolean }) =>
  published ? href("/case-studies/:slug", { slug }) : null;

const SORTS = {
  newest: [desc(case_studies.created_at), asc(case_studies.id)],
  changed: [desc(case_studies.updated_at), asc(case_studies.id)],
  title: [asc(sql`lower(${case_studies.title})`), asc(case_studies.id)],
  client: [asc(sql`lower(${case_studies.client})`), asc(case_studies.id)],
} satisfies Record<string, SQL[]>;

export type CaseStudyFilter = Paging & {
  /** part of the title or client; empty for all */
  search: string;
  /** industry id; empty for all */
  industry: string;
  status: "" | "published" | "draft";
  /** `newest` is SPEC's order */
  sort: keyof typeof SORTS;
};

/** Returns a page of case studies for the owner (SPEC 2, 7). */
export async function listCaseStudies(db: Database, filter: CaseStudyFilter) {
  const where = and(
    isNotDeleted,
    contains(filter.search, case_studies.title, case_studies.client),
    filter.industry ? eq(case_studies.industry_id, filter.industry) : undefined,
    filter.status ? eq(case_studies.published, filter.status === "published") : undefined,
  );
  const { id, slug, title, client, result, duration, image, ...table } = case_studies;
  const { published, featured, is_sample, updated_at } = table;
  const columns = {
    ...{ id, slug, title, client, result, duration, image, published, featured, is_sample, updated_at },
    industry: industries.name,
  };
  const join = (query: PgSelect) => query.innerJoin(industries, eq(industries.id, case_studies.industry_id));
  return listPage(db, { from: case_studies, join, where, orders: SORTS[filter.sort], columns }, filter);
}

/** Returns a case study for its form, or null if it's missing or deleted. */
export async function findCaseStudy(db: Database, id: string) {
  const [row] = await db.select().from(case_studies).where(isPresent(case_studies, id));
  return row ?? null;
}

/** HTML that a save removed, by field label. */
export type Removed = { field: string; what: string[] }[];

function clean({ published, ...input }: CaseStudyInput) {
  const challenge = cleanHtml(input.challenge);
  const solution = cleanHtml(input.solution);
  const removed: Removed = [
    { field: "The Challenge", what: challenge.removed },
    { field: "Our Solution", what: solution.removed },
  ].filter(({ what }) => what.length);
  return { values: { ...input, challenge: challenge.html, solution: solution.html }, published, removed };
}

/**
 * Adds a case study, published by default (SPEC 4). HTML is sanitized (decision 0035.3).
 * @returns its id, removed HTML, and its path if public
 * @throws Refused if the slug is taken or the industry is gone
 */
export async function addCaseStudy(db: Database, input: CaseStudyInput) {
  const { values, published = true, removed } = clean(input);
  return db.transaction(async (tx) => {
    const industry = await nameOfIndustry(tx, input.industry_id);
    const [row] = await withSlug(
      input.slug,
      tx
        .insert(case_studies)
        .values({ ...values, published, industry })
        .returning(written),
    );
    return { id: row!.id, removed, path: publicPath(row!) };
  });
}

/**
 * Updates a case study. Without `published`, its status doesn't change. Old public URLs redirect (decision
 * 0021).
 * @returns its id, removed HTML, and its path if public
 * @throws Refused if the slug is taken, the industry or case study is gone, or the version is outdated
 */
export async function updateCaseStudy(db: Database, id: string, version: number, input: CaseStudyInput) {
  const { values, published, removed } = clean(input);
  return db.transaction(async (tx) => {
    const industry = await nameOfIndustry(tx, input.industry_id);
    await lockVersion(tx, case_studies, id, version, "case study");
    const [now] = await withSlug(
      input.slug,
      tx
        .update(case_studies)
        .set({
          ...values,
          published,
          industry,
          // "Remove samples" must not delete a real client's case study.
          is_sample: isStillSample(case_studies.is_sample, eq(case_studies.client, input.client)),
        })
        .where(eq(case_studies.id, id))
        .returning(written),
    );
    return { id, removed, path: publicPath(now!) };
  });
}

export const deleteCaseStudy = (db: Database, id: string) =>
  deleteRecords(db, case_studies, "case-study", eq(case_studies.id, id));

/** Deletes all sample case studies and returns their number. */
export const deleteSampleCaseStudies = (db: Database) =>
  deleteRecords(db, case_studies, "case-study", eq(case_studies.is_sample, true));

/**
 * Restores a deleted case study (decision 0035.28). If its industry was deleted too, assigns the industry that now
 * has the same name, or restores the old one.
 * @throws Refused if its slug has been taken in the meantime
 */
export async function restoreCaseStudy(db: Database, id: string) {
  await db.transaction(async (tx) => {
    if (!(await asTakenSlugError(SLUG_INDEX, SLUG_TAKEN_SINCE, undelete(tx, case_studies, id)))) return;
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
  });
}

/** Returns the industry's name for the case study (SPEC 5), and locks the industry against concurrent changes. */
async function nameOfIndustry(tx: Database, id: string): Promise<string> {
  const [row] = await tx
    .select({ name: industries.name })
    .from(industries)
    .where(and(eq(industries.id, id), isNull(industries.deleted_at)))
    .for("share");
  if (!row) throw new Refused({ industry_id: "This industry no longer exists. Choose another." });
  return row.name;
}

const SLUG_INDEX = "case_studies_slug_unique";
const SLUG_TAKEN_SINCE = {
  "": "Another case study now uses its slug. Change that case study's slug, then restore this one.",
};
const withSlug = <T>(slug: string, write: PromiseLike<T>) =>
  asTakenSlugError(SLUG_INDEX, { slug: `The slug “${slug}” is taken by another case study.` }, write);
