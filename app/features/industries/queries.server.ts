import { isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { industries } from "./table.server.ts";

/** Returns all industries except deleted ones, ordered by name (SPEC 7). */
export function listIndustries(db: Database) {
  const { id, name, description, updated_at } = industries;
  return db
    .select({ id, name, description, updated_at })
    .from(industries)
    .where(isNull(industries.deleted_at))
    .orderBy(sql`lower(${name})`, id);
}
