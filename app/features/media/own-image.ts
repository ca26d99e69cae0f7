// Resolves the owner's images in a page's data.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { imageId } from "../../platform/text/image.ts";
import { variantFor } from "../../ui/site/picture-markup.ts";
import type { FoundImages } from "./images.server.ts";

/** For consumers that take one URL without a choice of sizes: wide enough for a large window. */
const ALONE_WIDTH = 1280;
/** Search engines ask for large images. */
const SEARCH_WIDTH = 1920;

/**
 * Returns the image at a URL.
 * @returns undefined if it isn't one of the owner's, null if the image is gone
 */
export function imageAt(images: FoundImages, address: string) {
  const id = imageId(address.trim());
  return id === null ? undefined : (images.get(id) ?? null);
}

/**
 * Returns a record's own image for networks and search engines.
 * @param address as stored in the record
 * @returns absolute URLs: `share` of the share image, `image` of a wide size; null if it isn't one of the owner's or
 *   has no sizes yet
 */
export function resolveOwnImage(images: FoundImages, address: string, siteUrl: string) {
  const image = imageAt(images, address);
  const wide = image && variantFor(image, SEARCH_WIDTH);
  if (!wide) return null;
  const absolute = (path: string) => new URL(path, siteUrl).href;
  const share = image.share === null ? null : { url: absolute(image.share), alt: image.alt };
  return { share, image: absolute(wide.path) };
}

/**
 * Returns the share image that the owner chose for a page.
 * @param address of one of the owner's images, or any other
 * @returns as `resolveOwnImage`; null if none was chosen or nothing can be shown
 */
export function chosenImage(images: FoundImages, address: string, siteUrl: string) {
  if (!address || imageAt(images, address) !== undefined) return resolveOwnImage(images, address, siteUrl);
  const url = URL.parse(address, siteUrl)?.href;
  return url ? { share: { url, alt: "", isOfAnySize: true }, image: url } : null;
}

/**
 * Returns a record's images for networks and search engines: the share image that the owner chose, else its own image.
 * @returns as `resolveOwnImage`
 */
export function resolveRecordImages(
  images: FoundImages,
  { share_image, image }: { share_image: string; image: string },
  siteUrl: string,
) {
  const chosen = chosenImage(images, share_image, siteUrl);
  const own = resolveOwnImage(images, image, siteUrl);
  return { share: chosen?.share ?? own?.share, image: chosen?.image ?? own?.image };
}

/**
 * Returns a single URL of an image for search engines, feeds and icons.
 * @param width a sufficient width in pixels
 * @returns the URL itself if it isn't one of the owner's images; undefined if nothing can be shown
 */
export function addressFor(images: FoundImages, address: string, width = ALONE_WIDTH): string | undefined {
  const image = imageAt(images, address);
  return image === undefined ? address : image ? variantFor(image, width)?.path : undefined;
}

/**
 * Returns the URL of the owner's mark for browsers and phones.
 * @param mark from the header's texts
 * @returns undefined if icons are drawn instead
 */
export function ownMark(images: FoundImages, mark: string, width: number): string | undefined {
  return mark === BUILT_IN_MARK ? undefined : addressFor(images, mark, width);
}
