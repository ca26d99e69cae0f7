import { createContext, use } from "react";
import type { MediaItem } from "../../platform/text/image.ts";
import { fetchJson, fetchJsonLoggedIn, type JsonReply } from "./fetch-json.ts";

/** The library's panel URL; null if the owner can only type image URLs. */
export const ImageLibrary = createContext<string | null>(null);

export const useImageLibrary = (): string | null => use(ImageLibrary);

/** Returns whether an image has alt text or is decorative. Only then can it be inserted. */
export const isDescribed = ({ alt, isDecorative }: Pick<MediaItem, "alt" | "isDecorative">) =>
  isDecorative || alt.trim() !== "";

/** Most thumbnails are ready within seconds, but if there's a queue, they take longer. */
const PAUSES_MS = [1_500, 2_500, 4_000, 8_000, 15_000];

/** Returns how long to wait, in milliseconds, before checking again for a thumbnail. */
export const thumbPauseMs = (tries: number) => PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)];

export type LibraryPage = { images: MediaItem[]; matching: number; page: number; pages: number };

export const findImages = (
  library: string,
  asked: { q: string; page: number },
  signal?: AbortSignal,
): Promise<JsonReply<LibraryPage>> =>
  fetchJsonLoggedIn(`${library}/images?${new URLSearchParams({ q: asked.q, page: String(asked.page) })}`, {
    signal,
  });

/** Finds an image; null if it's gone. Never opens the sign-in dialog, because it runs while the owner types. */
export const findImage = (
  library: string,
  id: string,
  signal?: AbortSignal,
): Promise<JsonReply<{ image: MediaItem | null }>> =>
  fetchJson(`${library}/images?${new URLSearchParams({ id })}`, { signal });

/** Returns the start of the hash of an image's current file; undefined without a thumbnail. */
export const fileOf = ({ thumb }: Pick<MediaItem, "thumb">) =>
  /\/([0-9a-f]{8})-[^/]*$/.exec(thumb ?? "")?.[1];

/** Finds an image, and whether visitors see it. */
export const findImageToCrop = (
  library: string,
  id: string,
  signal?: AbortSignal,
): Promise<JsonReply<{ image: MediaItem; isPublic: boolean }>> =>
  fetchJsonLoggedIn(`${library}/images?${new URLSearchParams({ id, uses: "1" })}`, { signal });

export const describeImage = (
  library: string,
  { id, alt, isDecorative }: Pick<MediaItem, "id" | "alt" | "isDecorative">,
): Promise<JsonReply<{ image: MediaItem | null; error?: string }>> =>
  fetchJsonLoggedIn(`${library}/images`, { form: { id, alt, is_decorative: isDecorative ? "on" : "" } });
