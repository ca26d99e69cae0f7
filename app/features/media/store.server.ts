import path from "node:path";
import type { Config } from "../../platform/config.server.ts";
import { bucketStore } from "./store.bucket.server.ts";
import { diskStore } from "./store.disk.server.ts";

export type Stored = { key: string; bytes: number; modified: Date };

/** Methods throw `StoreUnavailable` if the store can't be reached and `NoRoomInStore` if it's full. */
export type Store = {
  /** moves a local file into the store and replaces any previous one */
  put(key: string, file: string, type: string): Promise<void>;
  /** path of a local file to read right away; null if there's no such key */
  local(key: string): Promise<string | null>;
  /** copies a stored file to a new local file, bypassing the cache; false if there's no such key */
  copyTo(key: string, file: string): Promise<boolean>;
  head(key: string): Promise<Stored | null>;
  delete(key: string): Promise<void>;
  /** keys in any order */
  list(prefix: Prefix): AsyncIterable<Stored>;
};

export type Prefix = "originals/" | "variants/";

/** The message is for the log and the owner. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

export class NoRoomInStore extends Error {
  override name = "NoRoomInStore";
}

/** Returns the folder for all image files. */
export const uploadsFolder = (dataDir: string) => path.join(dataDir, "uploads");

/** Returns the folder for files being written. */
export const tmpFolder = (dataDir: string) => path.join(uploadsFolder(dataDir), "tmp");

/** Returns the configured store. Nothing is opened yet. */
export const openStore = ({ dataDir, mediaStore }: Pick<Config, "dataDir" | "mediaStore">): Store =>
  mediaStore
    ? bucketStore(mediaStore, path.join(uploadsFolder(dataDir), "cache"))
    : diskStore(uploadsFolder(dataDir));
