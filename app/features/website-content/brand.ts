// The owner's pictures of the brand: which of them stands where.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import type { Texts } from "./built-in.ts";

/** Addresses of pictures; `BUILT_IN_MARK` where the owner has chosen none. */
export type Brand = {
  logo: string;
  /** on a dark ground */
  logoOnDark: string;
  /** square */
  mark: string;
};

/** What the owner has chosen stands wherever nothing more fitting was chosen, so that no page shows two brands. */
export function brandOf({ brand }: Texts<"header">): Brand {
  const { logo_image: logo, logo_image_dark, mark_image } = brand;
  const orLogo = (image: string) => (image === BUILT_IN_MARK ? logo : image);
  return { logo, logoOnDark: orLogo(logo_image_dark), mark: orLogo(mark_image) };
}

/** The absolute address of a picture of the owner's; undefined for the built-in one. */
export const ownPicture = (siteUrl: string, image: string): string | undefined =>
  image === BUILT_IN_MARK ? undefined : new URL(image, siteUrl).href;
