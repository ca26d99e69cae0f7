// Every read and write of industries. What concerns the case studies filed under them is with the case studies.
import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isStillSample } from "../../platform/database/record-columns.server.ts";
import {
  isPresent,
  lockVersion,
  rewordTakenError,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import type { IndustryInput } from "./rules.ts";
import { industries } from "./table.server.ts";

const { id, name, description, version, updated_at } = industries;
const listed = { id, name, description };
const byName = [sql`lower(${name})`, id];

/** All industries, ordered by name (SPEC 7), deleted ones left out. */
export function listIndustries(db: Database) {
  return db
    .select(listed)
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
    .select({ ...listed, version, updated_at })
    .from(industries)
    .where(isPresent(industries, id));
  return row ?? null;
}

export type IndustryRecord = NonNullable<Awaited<ReturnType<typeof findIndustry>>>;

/**
 * Adds an industry.
 * @throws Refused where the name is taken
 */
export async function addIndustry(db: Database, input: IndustryInput): Promise<string> {
  const [row] = await withName(
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
export async function updateIndustry(tx: Database, id: string, version: number, input: IndustryInput) {
  await lockVersion(tx, industries, id, version, "industry");
  await withName(
    input.name,
    tx
      .update(industries)
      // A sample that goes by another name is the owner's own.
      .set({ ...input, is_sample: isStillSample(industries.is_sample, eq(industries.name, input.name)) })
      .where(eq(industries.id, id)),
  );
}

/**
 * Brings a deleted industry back (decision 0035.28).
 * @throws Refused where its name has been taken meanwhile
 */
export async function restoreIndustry(db: Database, id: string) {
  const [row] = await db.select({ name: industries.name }).from(industries).where(eq(industries.id, id));
  if (!row) return;
  await withName(row.name, undelete(db, industries, id));
}

const withName = <T>(name: string, write: PromiseLike<T>) =>
  rewordTakenError("industries_name_unique", { name: `There's already an industry named “${name}”.` }, write);
