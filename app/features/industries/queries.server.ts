// Every read and write of industries. What concerns the case studies filed under them is with the case studies.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { violatedConstraint } from "../../platform/constraint.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { ChangedMeanwhile, deletedMeanwhile, Refused } from "../../platform/refused.ts";
import type { IndustryInput } from "./rules.ts";
import { industries } from "./table.server.ts";

const byName = [sql`lower(${industries.name})`, industries.id];

/**
 * All industries, ordered by name (SPEC 7), deleted ones left out.
 * @throws only on a database fault
 */
export function listIndustries(db: Database) {
  return db
    .select({ id: industries.id, name: industries.name, description: industries.description })
    .from(industries)
    .where(isNull(industries.deleted_at))
    .orderBy(...byName);
}

/**
 * One industry as its form needs it.
 * @returns null where it is unknown or deleted
 */
export async function findIndustry(db: Database, id: string) {
  const [row] = await db
    .select({
      id: industries.id,
      name: industries.name,
      description: industries.description,
      version: industries.version,
      updated_at: industries.updated_at,
    })
    .from(industries)
    .where(and(eq(industries.id, id), isNull(industries.deleted_at)));
  return row ?? null;
}

/** The record that an industry's form edits. */
export type IndustryRecord = NonNullable<Awaited<ReturnType<typeof findIndustry>>>;

/**
 * Adds an industry.
 * @returns its id
 * @throws Refused where the name is taken
 */
export async function addIndustry(db: Database, input: IndustryInput): Promise<string> {
  const [row] = await rejectTakenSlug(
    input.name,
    db.insert(industries).values(input).returning({ id: industries.id }),
  );
  return row!.id;
}

/**
 * Saves an industry over the version its form was opened with. Use `renameIndustry` of the case studies, which also
 * carries the name into them (decision 0035.23).
 * @throws Refused where the name is taken, another editor saved meanwhile, or the industry is gone
 */
export async function updateIndustry(db: Database, id: string, version: number, input: IndustryInput) {
  const result = await rejectTakenSlug(
    input.name,
    db
      .update(industries)
      // A sample that goes by another name is the owner's own.
      .set({ ...input, is_sample: sql`${industries.is_sample} and ${industries.name} = ${input.name}` })
      .where(and(eq(industries.id, id), eq(industries.version, version), isNull(industries.deleted_at))),
  );
  if (result.rowCount) return;
  const now = await findIndustry(db, id);
  throw now ? new ChangedMeanwhile("saved this industry", now.version) : deletedMeanwhile("This industry");
}

/**
 * Brings a deleted industry back (decision 0035.28).
 * @throws Refused where its name has been taken meanwhile
 */
export async function restoreIndustry(db: Database, id: string) {
  const [row] = await db.select({ name: industries.name }).from(industries).where(eq(industries.id, id));
  if (!row) return;
  await rejectTakenSlug(
    row.name,
    db
      .update(industries)
      .set({ deleted_at: null })
      .where(and(eq(industries.id, id), isNotNull(industries.deleted_at))),
  );
}

async function rejectTakenSlug<T>(name: string, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== "industries_name_unique") throw error;
    throw new Refused({ name: `There is already an industry named “${name}”.` });
  }
}
