// Every read and write of industries.
import { asc, isNull } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { industries } from "./table.server.ts";

/**
 * All industries, ordered by name (SPEC 7), deleted ones left out.
 * @throws only on a database fault
 */
export function listIndustries(db: Database) {
  return db
    .select({ id: industries.id, name: industries.name, description: industries.description })
    .from(industries)
    .where(isNull(industries.deleted_at))
    .orderBy(asc(industries.name));
}
