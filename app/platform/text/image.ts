// An image in the media library: how records and texts refer to it, and what the panel knows about it.

/** The format of an image's ID. */
export const IMAGE_ID = /^[a-z2-7]{12}$/;
/** An ID is exactly 12 characters, so another letter or digit must not follow. */
const IN_TEXT = /\/media\/([a-z2-7]{12})(?![a-z0-9])/g;

/** Returns the path by which records and texts refer to an image. */
export const imagePath = (id: string) => `/media/${id}`;

/** Returns the ID in a path `/media/<id>`, with or without a query or a fragment; null for any other URL. */
export const imageId = (address: string): string | null =>
  /^\/media\/([a-z2-7]{12})(?:[?#]|$)/.exec(address)?.[1] ?? null;

/** Returns the IDs of all images in a text or HTML, without duplicates, in order. */
export const imageIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_TEXT)].map(([, id]) => id!)),
];

/** An image as the panel lists it. */
export type MediaItem = {
  id: string;
  name: string;
  alt: string;
  isDecorative: boolean;
  credit: string;
  focalX: number;
  focalY: number;
  version: number;
  createdAt: string;
  state: "new" | "ready" | "refused";
  /** why it was rejected, worded for people */
  reason: string;
  width: number;
  height: number;
  /** of the original */
  bytes: number;
  mime: string;
  frames: number;
  color: string;
  /** the URL of a small variant; null until there is one */
  thumb: string | null;
  /** how many fields use it */
  uses: number;
};
