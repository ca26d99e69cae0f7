// Stores image files: on disk, or in an S3-compatible bucket with a local cache.
import path from "node:path";
import type { Config } from "../../platform/config.server.ts";
import { bucketStore } from "./store.bucket.server.ts";
import { diskStore } from "./store.disk.server.ts";

/** What a store has under a key. */
export type Stored = { key: string; bytes: number; modified: Date };

/**
 * Stores files under keys (`originalKey`, `variantKey`). Throws `StoreUnavailable` if the store can't be reached and
 * `NoRoomInStore` if it's full.
 */
export type Store = {
  /** Takes over a local file and replaces what was under the key. */
  put(key: string, file: string, type: string): Promise<void>;
  /** The path of a local file with a key's bytes, to be read at once; null if there's nothing. */
  local(key: string): Promise<string | null>;
  /** Writes a key's bytes to a new file, bypassing copies; false if there's nothing. */
  copyTo(key: string, file: string): Promise<boolean>;
  head(key: string): Promise<Stored | null>;
  /** Deletes a key, if it exists. */
  delete(key: string): Promise<void>;
  /** All keys that start with "originals/" or "variants/", in any order. */
  list(prefix: Prefix): AsyncIterable<Stored>;
};

export type Prefix = "originals/" | "variants/";

/** The store can't be reached or rejects its key. The message is for the log and the owner. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** The store is full. */
export class NoRoomInStore extends Error {
  override name = "NoRoomInStore";
}

/** Returns the folder for everything about images. */
export const uploadsFolder = (dataDir: string) => path.join(dataDir, "uploads");

/** Returns the folder for files being written. */
export const tmpFolder = (dataDir: string) => path.join(uploadsFolder(dataDir), "tmp");

/** Returns the configured store. It opens nothing until it's used. */
export const openStore = ({ dataDir, mediaStore }: Pick<Config, "dataDir" | "mediaStore">): Store =>
  mediaStore
    ? bucketStore(mediaStore, path.join(uploadsFolder(dataDir), "cache"))
    : diskStore(uploadsFolder(dataDir));
