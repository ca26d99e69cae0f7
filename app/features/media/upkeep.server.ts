// Compares the store with the table every night, in both directions.
import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { RETENTION_DAYS } from "../../platform/database/deleted.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { hashOfKey, originalKey } from "./keys.ts";
import type { Store, Stored } from "./store.server.ts";
import { media, media_files } from "./table.server.ts";

const HOUR_MS = 3_600_000;
/** A new file may not have a row yet, but no upload takes this long. */
const YOUNG_MS = 24 * HOUR_MS;
const LEFT_MS = 6 * HOUR_MS;

export type Upkeep = { files: number; deleted: number; remade: number; lost: number };

/**
 * Deletes unused files, queues the recreation of missing sizes and reports missing originals.
 * @throws on a database error; StoreUnavailable if the store can't be read
 */
export async function maintainImages(db: Database, store: Store, log: Log): Promise<Upkeep> {
  await purgeReplaced(db);
  const rows = await db
    .select({
      id: media_files.id,
      original: media_files.original_key,
      variants: media_files.variants,
      state: media_files.state,
      inline_avif: media_files.inline_avif,
    })
    .from(media_files);
  const wanted = new Set(
    rows.flatMap(({ original, variants }) => [original, ...variants.map(({ key }) => key)]),
  );
  const found = new Set<string>();
  const done: Upkeep = { files: 0, deleted: 0, remade: 0, lost: 0 };
  for (const prefix of ["originals/", "variants/"] as const) {
    for await (const one of store.list(prefix)) {
      done.files++;
      if (wanted.has(one.key)) found.add(one.key);
      else if (await isLeft(db, store, one)) {
        await store.delete(one.key);
        done.deleted++;
      }
    }
  }
  const missing = (key: string) => !found.has(key);
  for (const { id, original, variants, state, inline_avif } of rows) {
    if (state === "refused") continue;
    if (missing(original)) {
      done.lost++;
      log.error({ key: original }, "The original of an image is missing");
    } else if (state === "new" || inline_avif === null || variants.some(({ key }) => missing(key))) {
      // A trigger queues the job, at most once per file.
      const left = variants.filter(({ key }) => !missing(key));
      await db.update(media_files).set({ variants: left, state: "new" }).where(eq(media_files.id, id));
      done.remade++;
    }
  }
  return done;
}

/**
 * Queues the recreation of a size whose file is missing.
 * @param sha256 of the original
 * @param key of the size
 * @returns false if the original is missing too
 */
export async function regenerateVariant(
  db: Database,
  store: Store,
  sha256: string,
  key: string,
): Promise<boolean> {
  if (!(await store.head(originalKey(sha256)))) return false;
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: media_files.id, variants: media_files.variants })
      .from(media_files)
      .where(and(eq(media_files.sha256, sha256), ne(media_files.state, "refused")))
      .for("update");
    // Another process may have recreated the file already.
    if (await store.head(key)) return;
    for (const { id, variants } of rows) {
      const left = variants.filter((one) => one.key !== key);
      if (left.length === variants.length) continue;
      await tx.update(media_files).set({ variants: left, state: "new" }).where(eq(media_files.id, id));
    }
  });
  return true;
}

/** Returns whether a file is old and still unused. Checks again, because it may have been uploaded since. */
async function isLeft(db: Database, store: Store, { key, modified }: Stored): Promise<boolean> {
  if (Date.now() - modified.getTime() < YOUNG_MS) return false;
  const rows = await db
    .select({ original: media_files.original_key, variants: media_files.variants })
    .from(media_files)
    .where(eq(media_files.sha256, hashOfKey(key)));
  if (rows.some(({ original, variants }) => original === key || variants.some((one) => one.key === key)))
    return false;
  const now = await store.head(key);
  return now !== null && Date.now() - now.modified.getTime() >= YOUNG_MS;
}

async function purgeReplaced(db: Database) {
  const old = db
    .select({ id: media_files.id })
    .from(media_files)
    .innerJoin(media, eq(media.id, media_files.media_id))
    .where(
      and(
        ne(media.file_id, media_files.id),
        lt(media_files.replaced_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`),
      ),
    );
  await db.delete(media_files).where(inArray(media_files.id, old));
}

/**
 * Deletes leftovers of killed uploads and image processes.
 * @param folder of files being written
 */
export async function sweepUnfinished(folder: string): Promise<void> {
  const entries: Dirent[] = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    const stat = await fs.stat(file).catch(() => null);
    if (stat && Date.now() - stat.mtimeMs > LEFT_MS) await fs.rm(file, { recursive: true, force: true });
  }
}
