import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isStillSample } from "../../platform/database/record-columns.server.ts";
import {
  asTakenSlugError,
  isPresent,
  lockVersion,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import type { IndustryInput } from "./rules.ts";
import { industries } from "./table.server.ts";

const { id, name, description, version, updated_at } = industries;
const listed = { id, name, description };
const byName = [sql`lower(${name})`, id];

/** Returns all industries except deleted ones, ordered by name (SPEC 7). */
export function listIndustries(db: Database) {
  return db
    .select({ ...listed, updated_at })
    .from(industries)
    .where(isNull(industries.deleted_at))
    .orderBy(...byName);
}

/** Returns null if the industry is unknown or deleted. */
export async function findIndustry(db: Database, id: string) {
  const [row] = await db
    .select({ ...listed, version, updated_at })
    .from(industries)
    .where(isPresent(industries, id));
  return row ?? null;
}

export type IndustryRecord = NonNullable<Awaited<ReturnType<typeof findIndustry>>>;

/**
 * Adds an industry and returns its id.
 * @throws Refused if the name is taken
 */
export async function addIndustry(db: Database, input: IndustryInput): Promise<string> {
  const [row] = await withName(
    input.name,
    db.insert(industries).values(input).returning({ id: industries.id }),
  );
  return row!.id;
}

/**
 * Saves an industry. To copy the name to case studies too, use `renameIndustry` (decision 0035.23).
 * @throws Refused if the name is taken, another editor has saved since, or the industry is gone
 */
export async function updateIndustry(tx: Database, id: string, version: number, input: IndustryInput) {
  await lockVersion(tx, industries, id, version, "industry");
  await withName(
    input.name,
    tx
      .update(industries)
      // A renamed sample no longer counts as sample content.
      .set({ ...input, is_sample: isStillSample(industries.is_sample, eq(industries.name, input.name)) })
      .where(eq(industries.id, id)),
  );
}

/**
 * Restores a deleted industry.
 * @throws Refused if its name has been taken since
 */
export async function restoreIndustry(db: Database, id: string) {
  const [row] = await db.select({ name: industries.name }).from(industries).where(eq(industries.id, id));
  if (!row) return;
  await withName(row.name, undelete(db, industries, id));
}

const withName = <T>(name: string, write: PromiseLike<T>) =>
  asTakenSlugError("industries_name_unique", { name: `There's already an industry named “${name}”.` }, write);
