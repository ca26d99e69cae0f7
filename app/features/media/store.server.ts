// Where the files of pictures are: the disk, or a bucket with S3's interface behind a folder that keeps copies.
import path from "node:path";
import type { Config } from "../../platform/config.server.ts";
import { bucketStore } from "./store.bucket.server.ts";
import { diskStore } from "./store.disk.server.ts";

/** What a store has under a key. */
export type Stored = { key: string; bytes: number; modified: Date };

/**
 * Keeps files under keys (`originalKey`, `variantKey`). What cannot be done throws `StoreUnavailable` where the store itself is
 * out of reach, `NoRoomInStore` where it is full.
 */
export type Store = {
  /** Takes a file of this disk, which is gone afterwards. What was there under this key is replaced at once. */
  put(key: string, file: string, type: string): Promise<void>;
  /** The path of a file on this disk with the bytes of a key, to be read at once; null where there is nothing. */
  local(key: string): Promise<string | null>;
  /** Writes the bytes of a key into a new file, past all copies; false where there is nothing. */
  copyTo(key: string, file: string): Promise<boolean>;
  head(key: string): Promise<Stored | null>;
  /** Deletes a key; nothing happens where there is none. */
  delete(key: string): Promise<void>;
  /** Everything that begins with "originals/" or "variants/", in any order. */
  list(prefix: Prefix): AsyncIterable<Stored>;
};

export type Prefix = "originals/" | "variants/";

/** The store cannot be reached, or refuses its key. The message is for the log and the owner. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** The store has no room left. */
export class NoRoomInStore extends Error {
  override name = "NoRoomInStore";
}

/** The folder of everything that has to do with pictures. */
export const uploadsFolder = (dataDir: string) => path.join(dataDir, "uploads");

/** The folder of files that are being written. */
export const tmpFolder = (dataDir: string) => path.join(uploadsFolder(dataDir), "tmp");

/** The store that the configuration names. It opens nothing until it is used. */
export const openStore = ({ dataDir, mediaStore }: Pick<Config, "dataDir" | "mediaStore">): Store =>
  mediaStore
    ? bucketStore(mediaStore, path.join(uploadsFolder(dataDir), "cache"))
    : diskStore(uploadsFolder(dataDir));
