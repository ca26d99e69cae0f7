import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { NOT_COPIED, withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { switchRecord } from "../../platform/database/switch-record.server.ts";
import { addCaseStudy, findCaseStudy } from "./queries.owner.server.ts";
import { formatResults } from "./results-json.ts";
import { caseStudy } from "./rules.ts";
import { case_studies } from "./table.server.ts";

/** Copies a case study as a draft with a new slug. Returns the copy's id, or null if the original is gone. */
export async function duplicateCaseStudy(db: Database, id: string): Promise<string | null> {
  const record = await findCaseStudy(db, id);
  if (!record) return null;
  const input = caseStudy.parse({
    ...withTextSwitches(record),
    ...NOT_COPIED,
    results: formatResults(record.results),
  });
  const slug = await copiedSlug(db, case_studies, record.slug);
  const copy = await addCaseStudy(db, { ...input, title: copiedTitle(record.title), slug, published: false });
  return copy.id;
}

/** Publishes or unpublishes a case study. Returns false if nothing changed or the case study is gone. */
export const publishCaseStudy = (db: Database, id: string, published: boolean): Promise<boolean> =>
  switchRecord(db, case_studies, id, { published });

/** Pins or unpins a case study. Returns false if nothing changed or the case study is gone. */
export const pinCaseStudy = (db: Database, id: string, featured: boolean): Promise<boolean> =>
  switchRecord(db, case_studies, id, { featured });
