export const IMAGE_ID = /^[a-z2-7]{12}$/;
/** IDs have exactly 12 characters, so no letter or digit may follow. */
const IN_TEXT = /\/media\/([a-z2-7]{12})(?![a-z0-9])/g;

/** Returns the path by which records and texts refer to an image. */
export const imagePath = (id: string) => `/media/${id}`;

/** Returns the ID in `/media/<id>`, even with a query or fragment; null for other URLs. */
export const imageId = (address: string): string | null =>
  /^\/media\/([a-z2-7]{12})(?:[?#]|$)/.exec(address)?.[1] ?? null;

/** Returns unique IDs of images in a text. */
export const imageIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_TEXT)].map(([, id]) => id!)),
];

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
  /** why the image was rejected */
  reason: string;
  width: number;
  height: number;
  /** of the original */
  bytes: number;
  mime: string;
  frames: number;
  color: string;
  /** URL of a small variant; null until it exists */
  thumb: string | null;
  /** number of fields with the image */
  uses: number;
};

/** No crop is smaller than this, in pixels. */
export const CROP_MIN = 16;

/** Images below this size in pixels would be blurry when shared. */
export const SHARE_FROM = { width: 600, height: 315 };
