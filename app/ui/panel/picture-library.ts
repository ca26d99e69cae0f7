// The library of pictures as the panel's parts know it: where it is asked, and what one of its pictures is.
import { createContext, use } from "react";
import { fetchJson, fetchJsonLoggedIn, type JsonReply } from "./fetch-json.ts";

/** A picture of the library, as the server tells of it. Its reference, wherever one is placed, is `/media/<id>`. */
export type LibraryPicture = {
  id: string;
  name: string;
  /** what it shows; empty where it was not said, or where it only decorates */
  alt: string;
  isDecorative: boolean;
  credit: string;
  /** the point that every crop keeps in view, from 0 to 1 */
  focalX: number;
  focalY: number;
  version: number;
  /** `new` while its sizes are made, `refused` where it could not be read, with the `reason` */
  state: "new" | "ready" | "refused";
  reason: string;
  width: number;
  height: number;
  bytes: number;
  mime: string;
  frames: number;
  /** of the ground while it loads, such as `#c9d3e0` */
  color: string;
  /** a small size of it; null while there is none */
  thumb: string | null;
  /** in how many places it stands */
  uses: number;
};

/** The panel's address of the library; null where pictures are addresses only. */
export const PictureLibrary = createContext<string | null>(null);

export const usePictureLibrary = (): string | null => use(PictureLibrary);

export const pictureAddress = (id: string) => `/media/${id}`;

/** The part of an address that names one of the library's pictures; null for every other address. */
export const idInAddress = (address: string): string | null =>
  /^\/media\/([a-z2-7]{12})(?:[?#].*)?$/.exec(address.trim())?.[1] ?? null;

/** Whether a picture may be placed: what it shows was said, or that it only decorates. */
export const isDescribed = ({ alt, isDecorative }: Pick<LibraryPicture, "alt" | "isDecorative">) =>
  isDecorative || alt.trim() !== "";

/** A page of the library for the picker. */
export type LibraryPage = { pictures: LibraryPicture[]; matching: number; page: number; pages: number };

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
): Promise<JsonReply<{ picture: LibraryPicture | null }>> =>
  fetchJson(`${library}/pictures?${new URLSearchParams({ id })}`, { signal });

/** Says what a picture shows, or that it only decorates. */
export const describePicture = (
  library: string,
  { id, alt, isDecorative }: Pick<LibraryPicture, "id" | "alt" | "isDecorative">,
): Promise<JsonReply<{ picture: LibraryPicture | null; error?: string }>> =>
  fetchJsonLoggedIn(`${library}/pictures`, { form: { id, alt, is_decorative: isDecorative ? "on" : "" } });
