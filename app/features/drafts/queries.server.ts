// Every read and write of what was typed and not saved. Only the owner's role may.
import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { KEPT_DAYS } from "../../platform/deleted.server.ts";
import type { DraftInput, DraftKind } from "./rules.ts";
import { drafts } from "./table.server.ts";

/**
 * Keeps a form as it stands, in place of what was kept of it before.
 * @returns when
 */
export async function keepDraft(db: Database, input: DraftInput): Promise<Date> {
  const kept = { ...input, refused: false, saved_at: sql`now()` };
  const [row] = await db
    .insert(drafts)
    .values(kept)
    .onConflictDoUpdate({ target: drafts.id, set: kept })
    .returning({ saved_at: drafts.saved_at });
  return row!.saved_at;
}

/**
 * What was typed about a record and not saved, each form's by itself, the newest first.
 * @param record its id; null for one that is not there yet, without what the person refused
 * @param chosen the id of one that is found though it was refused
 */
export function findDrafts(db: Database, kind: DraftKind, record: string | null, chosen?: string) {
  const { id, version, fields, saved_at } = drafts;
  const isNew = and(
    isNull(drafts.record_id),
    or(eq(drafts.refused, false), chosen ? eq(id, chosen) : undefined),
  );
  return db
    .select({ id, version, fields, saved_at })
    .from(drafts)
    .where(and(eq(drafts.kind, kind), record ? eq(drafts.record_id, record) : isNew))
    .orderBy(desc(saved_at));
}

/** The drafts of a kind with their titles, the newest first, refused ones too; `record_id` null: of a new record. */
export function listDrafts(db: Database, kind: DraftKind) {
  const { id, record_id, saved_at } = drafts;
  const title = sql<string>`coalesce(${drafts.fields} ->> 'title', '')`;
  return db
    .select({ id, record_id, title, saved_at })
    .from(drafts)
    .where(eq(drafts.kind, kind))
    .orderBy(desc(saved_at));
}

/** Offers what one form kept of a new record in no new form any more. */
export async function refuseDraft(db: Database, id: string): Promise<void> {
  await db.update(drafts).set({ refused: true }).where(eq(drafts.id, id));
}

/** Forgets what one form kept; what another form of the same record kept stays. */
export async function forgetDraft(db: Database, id: string): Promise<void> {
  await db.delete(drafts).where(eq(drafts.id, id));
}

/** Forgets what was kept of records that are deleted. */
export async function forgetDraftsOf(db: Database, kind: DraftKind, records: string[]): Promise<void> {
  await db.delete(drafts).where(and(eq(drafts.kind, kind), inArray(drafts.record_id, records)));
}

/** Deletes drafts that were saved longer ago than deleted records are kept (decision 0035.28). */
export async function forgetOldDrafts(db: Database): Promise<void> {
  await db.delete(drafts).where(lt(drafts.saved_at, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
