// Deleted case studies, for as long as they can be brought back (decision 0035.28); `restoreCaseStudy` does that. And the
// end of deleted industries, which case studies may still need.
import { eq, notExists, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import {
  countDeleted,
  type DeletedFilter,
  forgetDeleted,
  listDeleted,
  listSamplesDeletedAt,
} from "../../platform/deleted.server.ts";
import { industries } from "../industries/table.server.ts";
import { restoreCaseStudy } from "./queries.owner.server.ts";
import { case_studies } from "./table.server.ts";

/** How many there are. */
export const countDeletedCaseStudies = (db: Database) => countDeleted(db, case_studies);

/** One page of them, by title and slug. */
export const listDeletedCaseStudies = (db: Database, filter: DeletedFilter) =>
  listDeleted(db, case_studies, { name: case_studies.title, about: case_studies.slug }, filter);

/** Deletes those for good whose 30 days are over. */
export const forgetDeletedCaseStudies = (db: Database) => forgetDeleted(db, case_studies);

/** Deletes industries for good whose 30 days are over, but none that a case study is filed under, a deleted one too. */
export function forgetDeletedIndustries(db: Database) {
  const uses = db
    .select({ one: sql`1` })
    .from(case_studies)
    .where(eq(case_studies.industry_id, industries.id));
  return forgetDeleted(db, industries, notExists(uses));
}

/**
 * Brings back the sample case studies that were deleted at a moment, as `readMoment` gave it.
 * @throws Refused as `restoreCaseStudy` does
 */
export async function restoreSampleCaseStudies(db: Database, moment: string): Promise<void> {
  for (const id of await listSamplesDeletedAt(db, case_studies, moment)) await restoreCaseStudy(db, id);
}
