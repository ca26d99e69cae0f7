// Which of the owner's logo images is used where.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import type { FoundImages } from "../media/images.server.ts";
import { imageAt } from "../media/own-image.ts";
import type { Texts } from "./built-in.ts";

/** Image URLs; `BUILT_IN_MARK` if the owner hasn't chosen one. */
export type Brand = {
  logo: string;
  /** for dark backgrounds */
  logoOnDark: string;
  /** true if `logoOnDark` was designed for light backgrounds and may be unreadable without a light plate */
  needsPlate: boolean;
  /** square */
  mark: string;
};

/** An image still counts as square if its longer side is at most this many times the shorter one. */
const SQUARE_RATIO = 1.25;

/**
 * Returns which brand image goes where. The logo replaces any image that wasn't chosen. It replaces the mark only if it
 * is known to be square: a wide logo shrunk to an icon is unreadable.
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
    // An image with a color fills its own background.
    needsPlate: !hasDark && logo !== BUILT_IN_MARK && !image?.color,
    mark: mark_image === BUILT_IN_MARK && isSquare ? logo : mark_image,
  };
}

/** Returns the absolute URL of an owner's image; undefined for the built-in mark. */
export const ownImage = (siteUrl: string, image: string): string | undefined =>
  image === BUILT_IN_MARK ? undefined : new URL(image, siteUrl).href;
