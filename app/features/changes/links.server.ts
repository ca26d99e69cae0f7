// Preview links show pending changes to people who can't sign in.
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { isOneOf, type RecordKey } from "./record-key.server.ts";
import { change_items, preview_links } from "./table.server.ts";

export const LINK_DAYS = 7;
const TOKEN_BYTES = 16;
const LINKS_MAX = 50;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const isRunning = gt(preview_links.expires_at, sql`now()`);

/**
 * Creates a preview link to these drafts. Only the link's hash is stored, so it can't be shown again.
 * @returns the token for `/preview/<token>/…`
 * @throws Refused if one of the drafts is gone, or there are too many links
 */
export function addPreviewLink(db: Database, records: readonly RecordKey[]): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return db.transaction(async (tx) => {
    const waiting = await tx.select().from(change_items).where(isOneOf(records)).for("update");
    if (!records.length || waiting.length < records.length)
      throw new Refused({
        "": "There's nothing to share: these changes have already been published or discarded.",
      });
    if ((await tx.$count(preview_links, isRunning)) >= LINKS_MAX)
      throw new Refused({ "": "There are already 50 links. Revoke some of them first." });
    await tx.insert(preview_links).values({
      token_hash: hashOf(token),
      records: [...records],
      expires_at: sql`now() + make_interval(days => ${LINK_DAYS})`,
    });
    return token;
  });
}

/** Returns the preview link with this token, or null if it's unknown or no longer valid. */
export async function findPreviewLink(
  db: Database,
  token: string,
): Promise<{ id: string; records: RecordKey[]; until: Date } | null> {
  const { id, records, expires_at } = preview_links;
  const [link] = await db
    .select({ id, records, until: expires_at })
    .from(preview_links)
    .where(and(eq(preview_links.token_hash, hashOf(token)), isRunning));
  return link ?? null;
}

/** Counts a page view through a preview link. */
export async function countOpening(db: Database, id: string): Promise<void> {
  await db
    .update(preview_links)
    .set({ opens: sql`${preview_links.opens} + 1`, last_opened_at: sql`now()` })
    .where(eq(preview_links.id, id));
}

/** Returns the valid links, newest first. */
export function listPreviewLinks(db: Database) {
  const { id, records, created_at, expires_at, opens, last_opened_at } = preview_links;
  return db
    .select({ id, records, created_at, expires_at, opens, last_opened_at })
    .from(preview_links)
    .where(isRunning)
    .orderBy(desc(created_at), desc(id));
}

/** Revokes a link, if it still exists. */
export async function endPreviewLink(db: Database, id: string): Promise<void> {
  await db.delete(preview_links).where(eq(preview_links.id, id));
}

/** Revokes a person's links, when they may no longer see what the links show. */
export const endPreviewLinksOf = (db: Database, person: string) =>
  db.delete(preview_links).where(eq(preview_links.created_by, person));

/** Ends what links show of drafts that are no longer pending, so they don't show later drafts of the same records. */
export async function endPreviewsOf(tx: Database, records: readonly RecordKey[]): Promise<void> {
  const ended = JSON.stringify(records.map(({ kind, id }) => ({ kind, id })));
  const isEnded = sql`${ended}::jsonb @> jsonb_build_array(record)`;
  const all = sql`jsonb_array_elements(${preview_links.records}) as record`;
  await tx
    .update(preview_links)
    .set({ records: sql`(select coalesce(jsonb_agg(record), '[]') from ${all} where not ${isEnded})` })
    .where(sql`exists (select from ${all} where ${isEnded})`);
  await tx.delete(preview_links).where(sql`${preview_links.records} = '[]'`);
}

/** Revokes all valid links and returns their number. */
export async function endAllPreviewLinks(db: Database): Promise<number> {
  const { rowCount } = await db.delete(preview_links).where(isRunning);
  return rowCount ?? 0;
}

export async function purgePreviewLinks(db: Database): Promise<void> {
  await db.delete(preview_links).where(lt(preview_links.expires_at, sql`now()`));
}
