// Deleted industries, for as long as they can be brought back (decision 0035.28); `restoreIndustry` does that.
import type { Database } from "../../platform/database.server.ts";
import {
  countDeleted,
  type DeletedFilter,
  listDeleted,
  listSamplesDeletedAt,
} from "../../platform/deleted.server.ts";
import { restoreIndustry } from "./queries.server.ts";
import { industries } from "./table.server.ts";

/** How many there are. */
export const countDeletedIndustries = (db: Database) => countDeleted(db, industries);

/** One page of them, by name and description. */
export const listDeletedIndustries = (db: Database, filter: DeletedFilter) =>
  listDeleted(db, industries, { name: industries.name, about: industries.description }, filter);

/**
 * Brings back the sample industries that were deleted at a moment, as `readMoment` gave it.
 * @throws Refused as `restoreIndustry` does
 */
export async function restoreSampleIndustries(db: Database, moment: string): Promise<void> {
  for (const id of await listSamplesDeletedAt(db, industries, moment)) await restoreIndustry(db, id);
}
