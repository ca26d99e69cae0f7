// What pages, the store and URLs share about images. Pure code for browser and server.
import { imagePath } from "../../platform/text/image.ts";

/**
 * A file's sizes as stored in its row. `still` is a WebP of an animation's first frame, `jpeg` the share image;
 * dimensions in pixels.
 */
export type StoredVariant = {
  w: number;
  h: number;
  format: "avif" | "webp" | "still" | "jpeg";
  /** the key in the store; its last part is in the URL too */
  key: string;
  bytes: number;
};

/** The minimum dimensions of a share image's original in pixels; less would be blurry. */
export const SHARE_FROM = { width: 600, height: 315 };

/**
 * Returns the URL of a size, whose bytes never change: `/media/<id>/<hash8>-<w>.<fmt>`.
 * @param file the image's id and its file's SHA-256
 * @param key of the size in the store
 * @param base MEDIA_BASE_URL without a trailing slash; empty for the site itself
 */
export const variantPath = (file: { id: string; sha256: string }, key: string, base = "") =>
  `${base}${imagePath(file.id)}/${file.sha256.slice(0, 8)}-${key.slice(key.lastIndexOf("/") + 1)}`;

type Variant = {
  format: "avif" | "webp";
  width: number;
  height: number;
  /** from the root, or with MEDIA_BASE_URL in front */
  path: string;
};

/** An image as pages show it. The original is never served. */
export type LibraryImage = {
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
  /** the largest WebP, for `<img src>` */
  variants: Variant[];
  /** a JPEG of 1200×630 around the focal point */
  share: string | null;
};
