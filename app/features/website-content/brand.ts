import { BUILT_IN_MARK } from "../../copy/business.ts";
import type { FoundImages } from "../media/images.server.ts";
import { imageAt } from "../media/own-image.ts";
import type { Texts } from "./built-in.ts";

/** Image URLs. `BUILT_IN_MARK` stands for an image that isn't set. */
export type Brand = {
  logo: string;
  logoOnDark: string;
  /** true if `logoOnDark` is made for light backgrounds and needs a light plate */
  needsPlate: boolean;
  mark: string;
};

/** Largest aspect ratio that still counts as square. */
const SQUARE_RATIO = 1.25;

/**
 * Returns the image for each use. If an image isn't set, the logo is used, but as the mark only if it's square, because
 * a wide logo is unreadable as an icon.
 * @param images the images named in the header's texts
 */
export function brandOf({ brand }: Texts<"header">, images: FoundImages): Brand {
  const { logo_image: logo, logo_image_dark, mark_image } = brand;
  const hasDark = logo_image_dark !== BUILT_IN_MARK;
  const image = imageAt(images, logo);
  const isSquare =
    image != null &&
    Math.max(image.width, image.height) <= SQUARE_RATIO * Math.min(image.width, image.height);
  return {
    logo,
    logoOnDark: hasDark ? logo_image_dark : logo,
    // Only an opaque image has a `color`, and it brings its own background.
    needsPlate: !hasDark && logo !== BUILT_IN_MARK && !image?.color,
    mark: mark_image === BUILT_IN_MARK && isSquare ? logo : mark_image,
  };
}

/** Returns the absolute URL of an uploaded image; undefined for the built-in mark. */
export const ownImage = (siteUrl: string, image: string): string | undefined =>
  image === BUILT_IN_MARK ? undefined : new URL(image, siteUrl).href;
