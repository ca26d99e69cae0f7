// What pages, the store and their addresses know of a picture. Pure: browser and server alike.
import { picturePath } from "../../platform/text/picture.ts";

/**
 * What was made of a file, as its row lists it. `still` is a WebP of the first frame of an animation, `jpeg` the
 * picture for sharing; sizes in pixels.
 */
export type StoredVariant = {
  w: number;
  h: number;
  format: "avif" | "webp" | "still" | "jpeg";
  /** in the store; the part after the last slash stands in its address too */
  key: string;
  bytes: number;
};

/** What a picture for sharing is made of at least, in pixels: of less it would be a blur. */
export const SHARE_FROM = { width: 600, height: 315 };

/**
 * The address of a variant, which always gives the same bytes: `/media/<id>/<hash8>-<w>.<fmt>`.
 * @param file the picture's id and its file's SHA-256
 * @param key of the variant in the store
 * @param base MEDIA_BASE_URL, without a closing slash; empty for the site itself
 */
export const variantPath = (file: { id: string; sha256: string }, key: string, base = "") =>
  `${base}${picturePath(file.id)}/${file.sha256.slice(0, 8)}-${key.slice(key.lastIndexOf("/") + 1)}`;

type Variant = {
  format: "avif" | "webp";
  width: number;
  height: number;
  /** from the root, or with MEDIA_BASE_URL before it */
  path: string;
};

/** A picture as pages show it. The original is never served. */
export type Picture = {
  id: string;
  alt: string;
  isDecorative: boolean;
  credit: string;
  /** 0 to 1, from the left and from the top */
  focalX: number;
  focalY: number;
  width: number;
  height: number;
  /** #rrggbb, or empty */
  color: string;
  /** the largest WebP is the `<img src>` */
  variants: Variant[];
  /** a JPEG of 1200×630 around the focal point */
  share: string | null;
};
