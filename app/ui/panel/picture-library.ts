// The image library's client.
import { createContext, use } from "react";
import type { MediaItem } from "../../platform/text/picture.ts";
import { fetchJson, fetchJsonLoggedIn, type JsonReply } from "./fetch-json.ts";

/** The library's URL in the panel; null if images are URLs only. */
export const PictureLibrary = createContext<string | null>(null);

export const usePictureLibrary = (): string | null => use(PictureLibrary);

/** Whether an image can be inserted: it has alt text or is decorative. */
export const isDescribed = ({ alt, isDecorative }: Pick<MediaItem, "alt" | "isDecorative">) =>
  isDecorative || alt.trim() !== "";

/** A page of the library for the picker. */
export type LibraryPage = { pictures: MediaItem[]; matching: number; page: number; pages: number };

/** Requests library images, newest first. */
export const findPictures = (
  library: string,
  asked: { q: string; page: number },
  signal?: AbortSignal,
): Promise<JsonReply<LibraryPage>> =>
  fetchJsonLoggedIn(`${library}/pictures?${new URLSearchParams({ q: asked.q, page: String(asked.page) })}`, {
    signal,
  });

/** Requests one image, without a sign-in dialog while someone types; `picture` is null if it's gone. */
export const findPicture = (
  library: string,
  id: string,
  signal?: AbortSignal,
): Promise<JsonReply<{ picture: MediaItem | null }>> =>
  fetchJson(`${library}/pictures?${new URLSearchParams({ id })}`, { signal });

/** Saves an image's alt text, or that it's decorative. */
export const describePicture = (
  library: string,
  { id, alt, isDecorative }: Pick<MediaItem, "id" | "alt" | "isDecorative">,
): Promise<JsonReply<{ picture: MediaItem | null; error?: string }>> =>
  fetchJsonLoggedIn(`${library}/pictures`, { form: { id, alt, is_decorative: isDecorative ? "on" : "" } });
