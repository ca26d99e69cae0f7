import { imagePath } from "../../platform/text/image.ts";

/** `still` is a WebP of an animation's first frame, `jpeg` the share image. Dimensions in pixels. */
export type StoredVariant = {
  w: number;
  h: number;
  format: "avif" | "webp" | "still" | "jpeg";
  /** key in the store; the last part is in the URL too */
  key: string;
  bytes: number;
};

/**
 * Returns the permanent URL of an image variant.
 * @param key of the size in the store
 * @param base MEDIA_BASE_URL without a trailing slash
 */
export const variantPath = (file: { id: string; sha256: string }, key: string, base = "") =>
  `${base}${imagePath(file.id)}/${file.sha256.slice(0, 8)}-${key.slice(key.lastIndexOf("/") + 1)}`;

type Variant = {
  format: "avif" | "webp";
  width: number;
  height: number;
  /** starts with MEDIA_BASE_URL, or with "/" */
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
  color: string;
  variants: Variant[];
  /** 1200×630 JPEG */
  share: string | null;
};
