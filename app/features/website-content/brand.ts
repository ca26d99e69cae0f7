// The owner's pictures of the brand: which of them stands where.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { pictureAt } from "../media/own-picture.ts";
import type { FoundPictures } from "../media/pictures.server.ts";
import type { Texts } from "./built-in.ts";

/** Addresses of pictures; `BUILT_IN_MARK` where the owner has chosen none. */
export type Brand = {
  logo: string;
  /** on a dark ground */
  logoOnDark: string;
  /** whether that one was made for light backgrounds and may be unreadable without a light plate */
  needsPlate: boolean;
  /** square */
  mark: string;
};

/** A side up to this many times as long as the other still fills the square of an icon. */
const SQUARE_RATIO = 1.25;

/**
 * Returns which image of the brand goes where: the logo also stands in for an image that was not chosen. It is the mark
 * only where it is known to be square; a wide logo in the square of an icon is a smudge.
 * @param pictures those that the header's texts name
 */
export function brandOf({ brand }: Texts<"header">, pictures: FoundPictures): Brand {
  const { logo_image: logo, logo_image_dark, mark_image } = brand;
  const hasDark = logo_image_dark !== BUILT_IN_MARK;
  const picture = pictureAt(pictures, logo);
  const isSquare =
    picture != null &&
    Math.max(picture.width, picture.height) <= SQUARE_RATIO * Math.min(picture.width, picture.height);
  return {
    logo,
    logoOnDark: hasDark ? logo_image_dark : logo,
    // A color says that the image fills its own background.
    needsPlate: !hasDark && logo !== BUILT_IN_MARK && !picture?.color,
    mark: mark_image === BUILT_IN_MARK && isSquare ? logo : mark_image,
  };
}

/** The absolute address of a picture of the owner's; undefined for the built-in one. */
export const ownPicture = (siteUrl: string, image: string): string | undefined =>
  image === BUILT_IN_MARK ? undefined : new URL(image, siteUrl).href;
