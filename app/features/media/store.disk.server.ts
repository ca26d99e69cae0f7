import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { isKey } from "./keys.ts";
import type { Prefix, Store, Stored } from "./store.server.ts";

/**
 * Returns a store on disk.
 * @param folder absolute; created if missing
 */
export function diskStore(folder: string): Store {
  const at = (key: string) => {
    if (!isKey(key)) throw new Error(`Not a valid storage key: ${key.slice(0, 100)}`);
    return path.join(folder, key);
  };
  return {
    async put(key, file) {
      const place = at(key);
      await fs.mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      await fs.rename(file, place);
      await syncFolder(path.dirname(place));
    },
    local: async (key) => ((await statOf(at(key))) ? at(key) : null),
    async copyTo(key, file) {
      if (!(await statOf(at(key)))) return false;
      await fs.copyFile(at(key), file);
      return true;
    },
    async head(key) {
      const stat = await statOf(at(key));
      return stat && { key, bytes: stat.size, modified: stat.mtime };
    },
    async delete(key) {
      await fs.rm(at(key), { force: true });
      // Deletes the folder if it's empty now.
      await fs.rmdir(path.dirname(at(key))).catch(() => {});
    },
    list: (prefix) => walk(folder, prefix),
  };
}

async function* walk(folder: string, prefix: Prefix): AsyncGenerator<Stored> {
  const entries = async function* (name: string): AsyncGenerator<Dirent> {
    try {
      yield* await fs.opendir(path.join(folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  };
  const visit = async function* (name: string): AsyncGenerator<Stored> {
    for await (const entry of entries(name)) {
      const key = `${name}/${entry.name}`;
      if (entry.isDirectory()) yield* visit(key);
      else if (isKey(key)) {
        const stat = await statOf(path.join(folder, key));
        if (stat) yield { key, bytes: stat.size, modified: stat.mtime };
      }
    }
  };
  yield* visit(prefix.slice(0, -1));
}

/** Returns null if there's no such file. */
async function statOf(file: string) {
  try {
    return await fs.stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Makes sure that a renamed file survives a crash. */
async function syncFolder(folder: string) {
  const opened = await fs.open(folder, "r");
  // Network file systems may not support this.
  await opened
    .sync()
    .catch(() => {})
    .finally(() => opened.close());
}
