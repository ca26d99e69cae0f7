// What is done to case studies from their list: a copy, and several published or taken back at once.
import { and, eq, isNull } from "drizzle-orm";
import { copiedSlug, copiedTitle } from "../../platform/copied-slug.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { recordSaved, waitForOthers } from "../redirects/moves.server.ts";
import { placeOf } from "./place.ts";
import { addCaseStudy, findCaseStudy } from "./queries.owner.server.ts";
import { formatResults } from "./results-json.ts";
import { caseStudy } from "./rules.ts";
import { case_studies } from "./table.server.ts";

/**
 * Copies a case study as a draft, under an address of its own.
 * @returns its id; null where the one to copy is gone
 */
export async function duplicateCaseStudy(db: Database, id: string): Promise<string | null> {
  const record = await findCaseStudy(db, id);
  if (!record) return null;
  const input = caseStudy.parse({
    ...record,
    results: formatResults(record.results),
    published: undefined,
  });
  const slug = await copiedSlug(db, case_studies, record.slug);
  const copy = await addCaseStudy(db, { ...input, title: copiedTitle(record.title), slug, published: false });
  return copy.id;
}

/**
 * Publishes a case study or takes it back to a draft.
 * @returns false where it is so already, or gone
 */
export async function publishCaseStudy(db: Database, id: string, published: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    await waitForOthers(tx);
    const which = and(
      eq(case_studies.id, id),
      eq(case_studies.published, !published),
      isNull(case_studies.deleted_at),
    );
    const place = {
      id: case_studies.id,
      slug: case_studies.slug,
      published: case_studies.published,
      was_published: case_studies.was_published,
    };
    const [before] = await tx.select(place).from(case_studies).where(which).for("update");
    if (!before) return false;
    const [now] = await tx
      .update(case_studies)
      .set({ published })
      .where(eq(case_studies.id, id))
      .returning(place);
    await recordSaved(tx, placeOf(before), placeOf(now!));
    return true;
  });
}
