// One process at a time reads and stores an import's items.
import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { storable } from "../../platform/text/parse-json.ts";
import { nameLogin, nameOperation } from "../changes/publish.server.ts";
import type { Choices } from "../imported/choices.ts";
import type { SourceItem } from "../imported/item.ts";
import { import_items, import_runs, imports, type RunState } from "../imported/table.server.ts";

export const IMPORT_CONTENT = "import_content";

/** After this long without progress, another process can claim the run. */
const STALE_SECONDS = 30;
/** Uploaded files that no machine has by then are lost, so any process can report that. */
const LOST_HOURS = 1;
const LISTED = 20;

export type ImportRun = typeof import_runs.$inferSelect & { label: string; published: boolean };

const runWithLabel = {
  run: import_runs,
  label: imports.label,
  published: imports.published,
};

/** Returns null if there's no such import. */
export async function findRun(db: Database, id: string): Promise<ImportRun | null> {
  const [row] = await db
    .select(runWithLabel)
    .from(import_runs)
    .innerJoin(imports, eq(imports.id, import_runs.import_id))
    .where(eq(import_runs.import_id, id));
  return row ? { ...row.run, label: row.label, published: row.published } : null;
}

/** Returns the latest imports. */
export function listRuns(db: Database) {
  const { import_id: id, state, created_at } = import_runs;
  return db
    .select({ id, state, created_at, label: imports.label, published: imports.published })
    .from(import_runs)
    .innerJoin(imports, eq(imports.id, import_runs.import_id))
    .orderBy(desc(created_at))
    .limit(LISTED);
}

/** Attributes a transaction's writes to an import and the person who started it. */
export async function nameImport(tx: Database, { import_id, session, person_id }: ImportRun) {
  await nameOperation(tx, import_id);
  await nameLogin(tx, { session: session || null, person: person_id });
}

/** Adds an import and queues the job that reads its files. */
export async function addImport(
  db: Database,
  of: {
    id: string;
    label: string;
    siteUrl: string;
    files: ImportRun["files"];
    session: string;
    person: string | null;
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(imports).values({ id: of.id, label: of.label });
    await tx.insert(import_runs).values({
      ...{ import_id: of.id, site_url: of.siteUrl, files: of.files },
      ...{ session: of.session, person_id: of.person },
    });
    await queueImports(tx);
  });
}

const queueImports = (tx: Database) =>
  tx.execute(
    sql`select graphile_worker.add_job(${IMPORT_CONTENT}::text, job_key := ${IMPORT_CONTENT}::text, max_attempts := 1)`,
  );

/**
 * Saves the choices and queues the job that stores the items.
 * @throws Refused if the import isn't ready
 */
export async function startStoring(db: Database, id: string, choices: Choices): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(import_runs)
      .set({ ...{ choices, state: "storing", done: 0, total: 0, problem: "" }, heard_at: null })
      .where(and(eq(import_runs.import_id, id), eq(import_runs.state, "ready")));
    if (!rowCount) throw alreadyStarted();
    await queueImports(tx);
  });
}

/**
 * Saves the choices for the report.
 * @throws Refused if the import isn't ready
 */
export async function saveChoices(db: Database, id: string, choices: Choices): Promise<void> {
  const { rowCount } = await db
    .update(import_runs)
    .set({ choices })
    .where(and(eq(import_runs.import_id, id), eq(import_runs.state, "ready")));
  if (!rowCount) throw alreadyStarted();
}

const alreadyStarted = () => new Refused({ "": "This import has already been started or canceled." });

/**
 * Cancels an import. Stored records stay until the import is removed.
 * @throws Refused if the import isn't running
 */
export async function cancelImport(db: Database, id: string): Promise<void> {
  const isRunning = inArray(import_runs.state, ["reading", "ready", "storing"]);
  const { rowCount } = await db
    .update(import_runs)
    .set({ state: "canceled" })
    .where(and(eq(import_runs.import_id, id), isRunning));
  if (!rowCount) throw new Refused({ "": "This import isn't running anymore." });
}

/**
 * Claims an unfinished import that no other process is working on, or returns null.
 * @param here ids of the imports whose uploaded files are on this machine
 */
export async function claimImport(db: Database, here: string[]): Promise<ImportRun | null> {
  const isLeft = or(
    isNull(import_runs.heard_at),
    lt(import_runs.heard_at, sql`now() - make_interval(secs => ${STALE_SECONDS})`),
  );
  const isReadable = or(
    eq(import_runs.state, "storing"),
    eq(import_runs.files, []),
    inArray(import_runs.import_id, here),
    lt(import_runs.created_at, sql`now() - make_interval(hours => ${LOST_HOURS})`),
  );
  const next = db
    .select({ id: import_runs.import_id })
    .from(import_runs)
    .where(and(inArray(import_runs.state, ["reading", "storing"]), isLeft, isReadable))
    .orderBy(import_runs.created_at)
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(import_runs)
    .set({ heard_at: sql`now()` })
    .where(inArray(import_runs.import_id, next))
    .returning({ id: import_runs.import_id });
  return taken ? findRun(db, taken.id) : null;
}

/** Returns which of these imports no longer need their uploaded files. */
export async function findRead(db: Database, ids: string[]): Promise<string[]> {
  const read = and(inArray(import_runs.import_id, ids), ne(import_runs.state, "reading"));
  return (await db.select({ id: import_runs.import_id }).from(import_runs).where(read)).map(({ id }) => id);
}

/**
 * Records progress, which also shows that the process is alive.
 * @returns false if the import was canceled
 */
export async function noteProgress(
  db: Database,
  id: string,
  progress: { done?: number; total?: number } = {},
): Promise<boolean> {
  const { rowCount } = await db
    .update(import_runs)
    .set({ ...progress, heard_at: sql`now()` })
    .where(and(eq(import_runs.import_id, id), inArray(import_runs.state, ["reading", "storing"])));
  return rowCount === 1;
}

/** Releases a run for another process. */
export async function releaseImport(db: Database, id: string): Promise<void> {
  await db.update(import_runs).set({ heard_at: null }).where(eq(import_runs.import_id, id));
}

/** Ends a step, unless the import has been canceled. */
export async function finishStep(
  db: Database,
  id: string,
  state: RunState,
  more: Partial<Pick<ImportRun, "problem" | "summary" | "site_url">> = {},
): Promise<void> {
  await db
    .update(import_runs)
    .set({ ...more, state, heard_at: null })
    .where(and(eq(import_runs.import_id, id), inArray(import_runs.state, ["reading", "storing"])));
}

/** Stores the items that were read. After a crash, they're read again and overwritten. */
export async function stageItems(db: Database, id: string, items: readonly SourceItem[], first: number) {
  if (!items.length) return;
  // If two items have the same key, the later one wins.
  const byKey = new Map(items.map(storable).map((item, i) => [item.key, { item, position: first + i }]));
  await db
    .insert(import_items)
    .values(
      [...byKey.values()].map(({ item, position }) => ({
        ...{ import_id: id, source_key: item.key, kind: "record" as const, position },
        ...{ title: item.title, old_url: item.oldUrls[0] ?? "", is_published: item.isPublished },
        data: item,
        dated_at: item.date ? new Date(item.date) : null,
      })),
    )
    .onConflictDoUpdate({
      target: [import_items.import_id, import_items.source_key],
      set: {
        data: sql`excluded.data`,
        title: sql`excluded.title`,
        old_url: sql`excluded.old_url`,
        position: sql`excluded.position`,
      },
    });
}
