import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { isKey, originalKey } from "../../app/features/media/keys.ts";
import {
  openStore,
  type Store,
  StoreUnavailable,
  uploadsFolder,
} from "../../app/features/media/store.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { BackupRefused } from "./format.ts";

/** Returns the bucket; null if images are stored in DATA_DIR. */
export const elsewhere = (config: Pick<Config, "dataDir" | "mediaStore">): Store | null =>
  config.mediaStore ? openStore(config) : null;

/** Returns the original images in the database, with their sizes; none if `tables` lacks media_files. */
export async function listOriginals(client: pg.ClientBase, tables: { name: string }[]) {
  if (!tables.some(({ name }) => name === "media_files")) return [];
  const { rows } = await client.query<{ key: string; bytes: number }>(
    "select original_key as key, max(bytes) as bytes from media_files group by original_key order by 1",
  );
  return rows.filter(({ key }) => isKey(key));
}

/** Returns an original's path among DATA_DIR's files. */
export const fileOfOriginal = (key: string) => `uploads/${key}`;

/**
 * Fetches originals one at a time, each into a file that is deleted after `use`.
 * @param folder an absolute path
 * @returns keys that couldn't be fetched, including all remaining ones if the store becomes unavailable
 */
export async function fetchOriginals(
  store: Store,
  originals: { key: string }[],
  folder: string,
  use: (key: string, file: string) => Promise<void>,
): Promise<string[]> {
  const missed: string[] = [];
  let isAway = false;
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { key } of originals) {
    const file = path.join(folder, randomUUID());
    try {
      const isThere = !isAway && (await store.copyTo(key, file));
      if (isThere) await use(key, file);
      else missed.push(key);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      isAway = true;
      missed.push(key);
    } finally {
      await fs.rm(file, { force: true });
    }
  }
  return missed;
}

/** Checks the bucket before a restore. Throws BackupRefused if it can't be used. */
export async function checkStore(config: Pick<Config, "dataDir" | "mediaStore">): Promise<void> {
  await elsewhere(config)
    ?.head(originalKey("0".repeat(64)))
    .catch((error: Error) => {
      throw new BackupRefused(`MEDIA_STORE: ${error.message} Nothing was restored.`);
    });
}

/**
 * Moves restored originals to the bucket, if there is one, and marks all variants to be generated again.
 * @param client connected to a database with the newest schema
 * @throws StoreUnavailable if the bucket can't be reached
 */
export async function restoreImageFiles(
  client: pg.ClientBase,
  config: Pick<Config, "dataDir" | "mediaStore">,
  log: Log,
): Promise<void> {
  const store = elsewhere(config);
  for (const { key } of store ? await listOriginals(client, [{ name: "media_files" }]) : []) {
    const file = path.join(uploadsFolder(config.dataDir), key);
    const isThere = await fs.access(file).then(
      () => true,
      () => false,
    );
    if (isThere) await store!.put(key, file, "application/octet-stream");
    else log.warn({ key }, "The backup is missing an original image; the bucket may have it");
  }
  await client.query("update media_files set variants = '[]', state = 'new' where state <> 'refused'");
}
