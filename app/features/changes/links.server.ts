// Preview links show pending changes to people who can't sign in.
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { Change } from "./apply.server.ts";
import { isOpen, lockOpen, type RecordKey } from "./record-key.server.ts";
import { change_items, change_sets, preview_links } from "./table.server.ts";
import { isAmong, listOfSet } from "./touched.server.ts";

export const LINK_DAYS = 7;
const TOKEN_BYTES = 16;
const LINKS_MAX = 50;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const isRunning = gt(preview_links.expires_at, sql`now()`);

/**
 * Creates a preview link to the drafts that are in the set now. Drafts that join it later aren't shown. Only the
 * link's hash is stored, so it can't be shown again.
 * @param check throws if the set may not be shared
 * @returns the token for `/preview/<token>/…`
 * @throws Refused if the set has no pending changes or too many links
 */
export function addPreviewLink(
  db: Database,
  set: string,
  check?: (tx: Database) => Promise<void>,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return db.transaction(async (tx) => {
    const isPending = await lockOpen(tx, set);
    await check?.(tx);
    const records = await listOfSet(tx, set);
    if (!isPending || !records.length)
      throw new Refused({
        "": "There's nothing to share: these changes have already been published or discarded.",
      });
    const running = and(eq(preview_links.change_set_id, set), isRunning);
    if ((await tx.$count(preview_links, running)) >= LINKS_MAX)
      throw new Refused({ "": "There are already 50 links. Revoke some of them first." });
    await tx.insert(preview_links).values({
      token_hash: hashOf(token),
      change_set_id: set,
      records,
      expires_at: sql`now() + make_interval(days => ${LINK_DAYS})`,
    });
    return token;
  });
}

/** Returns the preview link with this token, or null if it's unknown or no longer valid. */
export async function findPreviewLink(
  db: Database,
  token: string,
): Promise<{ id: string; set: string; records: RecordKey[]; until: Date } | null> {
  const { id, change_set_id, records, expires_at } = preview_links;
  const [link] = await db
    .select({ id, set: change_set_id, records, until: expires_at })
    .from(preview_links)
    .innerJoin(change_sets, eq(change_sets.id, preview_links.change_set_id))
    .where(and(eq(preview_links.token_hash, hashOf(token)), isRunning, isOpen));
  return link ?? null;
}

/** Returns what a preview link shows. */
export const changesOf = (link: { records: readonly RecordKey[] }, changes: readonly Change[]): Change[] => {
  const isShown = isAmong(link.records);
  return changes.filter(({ kind, record_id: id }) => isShown({ kind, id }));
};

/** Counts a page view through a preview link. */
export async function countOpening(db: Database, id: string): Promise<void> {
  await db
    .update(preview_links)
    .set({ opens: sql`${preview_links.opens} + 1`, last_opened_at: sql`now()` })
    .where(eq(preview_links.id, id));
}

export function listPreviewLinks(db: Database, set: string) {
  const { id, created_at, expires_at, opens, last_opened_at } = preview_links;
  return db
    .select({ id, created_at, expires_at, opens, last_opened_at })
    .from(preview_links)
    .where(and(eq(preview_links.change_set_id, set), isRunning))
    .orderBy(desc(created_at), desc(id));
}

/** Revokes a link, if it still exists. */
export async function endPreviewLink(db: Database, id: string): Promise<void> {
  await db.delete(preview_links).where(eq(preview_links.id, id));
}

/** Revokes a person's links, when they may no longer see what the links show. */
export const endPreviewLinksOf = (db: Database, person: string) =>
  db.delete(preview_links).where(eq(preview_links.created_by, person));

/** Deletes an empty set's links and schedule, so they don't apply to later drafts. */
export async function closeIfEmpty(tx: Database, set: string): Promise<void> {
  if (await tx.$count(change_items, eq(change_items.change_set_id, set))) return;
  await tx.delete(preview_links).where(eq(preview_links.change_set_id, set));
  await tx
    .update(change_sets)
    .set({ publish_at: null, take_back_at: null, problem: "" })
    .where(eq(change_sets.id, set));
}

/** Revokes all valid links and returns their number. */
export async function endAllPreviewLinks(db: Database): Promise<number> {
  const { rowCount } = await db.delete(preview_links).where(isRunning);
  return rowCount ?? 0;
}

export async function purgePreviewLinks(db: Database): Promise<void> {
  await db.delete(preview_links).where(lt(preview_links.expires_at, sql`now()`));
}
