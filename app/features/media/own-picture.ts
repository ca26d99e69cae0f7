// The owner's pictures as a page's data has them: what stands at an address of theirs.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { pictureId } from "../../platform/text/picture.ts";
import { variantFor } from "../../ui/site/picture-markup.ts";
import type { FoundPictures } from "./pictures.server.ts";

/** What a picture is to those who take one address and no choice of sizes: wide enough for a large window. */
const ALONE_WIDTH = 1280;
/** Search engines ask for large ones. */
const TOLD_WIDTH = 1920;

/**
 * What stands at an address.
 * @returns undefined where it is none of the owner's pictures, null where that picture is gone
 */
export function pictureAt(pictures: FoundPictures, address: string) {
  const id = pictureId(address.trim());
  return id === null ? undefined : (pictures.get(id) ?? null);
}

/**
 * What networks and search engines are told of a record's own picture.
 * @param address as the record has it
 * @returns absolute addresses, `share` that of the picture for sharing, `image` that of a wide variant; null where it
 *   is none of the owner's pictures or nothing is made of it yet
 */
export function resolveOwnImage(pictures: FoundPictures, address: string, siteUrl: string) {
  const picture = pictureAt(pictures, address);
  const wide = picture && variantFor(picture, TOLD_WIDTH);
  if (!wide) return null;
  const absolute = (path: string) => new URL(path, siteUrl).href;
  const share = picture.share === null ? null : { url: absolute(picture.share), alt: picture.alt };
  return { share, image: absolute(wide.path) };
}

/**
 * What networks and search engines are told of the picture that the owner chose for a page.
 * @param address of one of the owner's pictures, or of any other one
 * @returns as `resolveOwnImage`; null where the owner chose none or nothing can be shown
 */
export function chosenPicture(pictures: FoundPictures, address: string, siteUrl: string) {
  if (!address || pictureAt(pictures, address) !== undefined)
    return resolveOwnImage(pictures, address, siteUrl);
  const url = URL.parse(address, siteUrl)?.href;
  return url ? { share: { url, alt: "", isOfAnySize: true }, image: url } : null;
}

/**
 * The address of a picture for those who take one only: search engines, feeds, icons.
 * @param width in pixels that is enough
 * @returns the address itself where it is none of the owner's pictures; undefined where nothing can be shown
 */
export function addressFor(
  pictures: FoundPictures,
  address: string,
  width = ALONE_WIDTH,
): string | undefined {
  const picture = pictureAt(pictures, address);
  return picture === undefined ? address : picture ? variantFor(picture, width)?.path : undefined;
}

/**
 * The address of the owner's mark for browsers and phones.
 * @param mark as the header's texts have it
 * @returns undefined where icons are drawn: there is none, or nothing of it can be shown
 */
export function ownMark(pictures: FoundPictures, mark: string, width: number): string | undefined {
  return mark === BUILT_IN_MARK ? undefined : addressFor(pictures, mark, width);
}
