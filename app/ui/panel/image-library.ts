// The image library's client.
import { createContext, use } from "react";
import type { MediaItem } from "../../platform/text/image.ts";
import { fetchJson, fetchJsonLoggedIn, type JsonReply } from "./fetch-json.ts";

/** The library's URL in the panel; null if images are URLs only. */
export const ImageLibrary = createContext<string | null>(null);

export const useImageLibrary = (): string | null => use(ImageLibrary);

/** Returns whether an image can be inserted: it has alt text or is decorative. */
export const isDescribed = ({ alt, isDecorative }: Pick<MediaItem, "alt" | "isDecorative">) =>
  isDecorative || alt.trim() !== "";

/** A page of the library for the picker. */
export type LibraryPage = { images: MediaItem[]; matching: number; page: number; pages: number };

/** Requests library images, newest first. */
export const findImages = (
  library: string,
  asked: { q: string; page: number },
  signal?: AbortSignal,
): Promise<JsonReply<LibraryPage>> =>
  fetchJsonLoggedIn(`${library}/pictures?${new URLSearchParams({ q: asked.q, page: String(asked.page) })}`, {
    signal,
  });

/** Requests one image, without a sign-in dialog while someone types; `image` is null if it's gone. */
export const findImage = (
  library: string,
  id: string,
  signal?: AbortSignal,
): Promise<JsonReply<{ image: MediaItem | null }>> =>
  fetchJson(`${library}/pictures?${new URLSearchParams({ id })}`, { signal });

/** Saves an image's alt text, or that it's decorative. */
export const describeImage = (
  library: string,
  { id, alt, isDecorative }: Pick<MediaItem, "id" | "alt" | "isDecorative">,
): Promise<JsonReply<{ image: MediaItem | null; error?: string }>> =>
  fetchJsonLoggedIn(`${library}/pictures`, { form: { id, alt, is_decorative: isDecorative ? "on" : "" } });
