// A picture of the library: how records and texts name it, and what the panel is told of it.

/** A picture's id. */
export const PICTURE_ID = /^[a-z2-7]{12}$/;
/** Another letter or digit after 12 of them makes it no id. */
const IN_TEXT = /\/media\/([a-z2-7]{12})(?![a-z0-9])/g;

/** The address by which records and texts name a picture. */
export const picturePath = (id: string) => `/media/${id}`;

/** The id in an address `/media/<id>`, with or without a query or a fragment; null for every other address. */
export const pictureId = (address: string): string | null =>
  /^\/media\/([a-z2-7]{12})(?:[?#]|$)/.exec(address)?.[1] ?? null;

/** The ids of all pictures that a text or HTML names, each once, in their order. */
export const pictureIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_TEXT)].map(([, id]) => id!)),
];

/** A picture as the panel lists it. */
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
  /** why it was refused, for people */
  reason: string;
  width: number;
  height: number;
  /** of the original */
  bytes: number;
  mime: string;
  frames: number;
  color: string;
  /** the address of a small variant; null until there is one */
  thumb: string | null;
  /** how many fields name it */
  uses: number;
};
