// The library of pictures as the panel's parts ask it.
import { createContext, use } from "react";
import type { MediaItem } from "../../platform/text/picture.ts";
import { fetchJson, fetchJsonLoggedIn, type JsonReply } from "./fetch-json.ts";

/** The panel's address of the library; null where pictures are addresses only. */
export const PictureLibrary = createContext<string | null>(null);

export const usePictureLibrary = (): string | null => use(PictureLibrary);

/** Whether a picture may be placed: what it shows was said, or that it only decorates. */
export const isDescribed = ({ alt, isDecorative }: Pick<MediaItem, "alt" | "isDecorative">) =>
  isDecorative || alt.trim() !== "";

/** A page of the library for the picker. */
export type LibraryPage = { pictures: MediaItem[]; matching: number; page: number; pages: number };

/** Asks for pictures of the library, newest first. */
export const findPictures = (
  library: string,
  asked: { q: string; page: number },
  signal?: AbortSignal,
): Promise<JsonReply<LibraryPage>> =>
  fetchJsonLoggedIn(`${library}/pictures?${new URLSearchParams({ q: asked.q, page: String(asked.page) })}`, {
    signal,
  });

/** Asks for one picture, without a login under the hands that type; `picture` is null where it is gone. */
export const findPicture = (
  library: string,
  id: string,
  signal?: AbortSignal,
): Promise<JsonReply<{ picture: MediaItem | null }>> =>
  fetchJson(`${library}/pictures?${new URLSearchParams({ id })}`, { signal });

/** Says what a picture shows, or that it only decorates. */
export const describePicture = (
  library: string,
  { id, alt, isDecorative }: Pick<MediaItem, "id" | "alt" | "isDecorative">,
): Promise<JsonReply<{ picture: MediaItem | null; error?: string }>> =>
  fetchJsonLoggedIn(`${library}/pictures`, { form: { id, alt, is_decorative: isDecorative ? "on" : "" } });
