import { BUILT_IN_MARK } from "../../copy/business.ts";
import { imageId } from "../../platform/text/image.ts";
import { variantFor } from "../../ui/site/image-markup.ts";
import type { FoundImages } from "./images.server.ts";

const ALONE_WIDTH = 1280;
/** Search engines ask for large images. */
const SEARCH_WIDTH = 1920;

/** Returns the owner's image at a URL; null if it's gone, undefined if the URL is for anything else. */
export function imageAt(images: FoundImages, address: string) {
  const id = imageId(address.trim());
  return id === null ? undefined : (images.get(id) ?? null);
}

/**
 * Returns absolute URLs of one of the owner's images: `share` for social networks, `image` for search engines.
 * @returns null if there's no such image or it has no sizes yet
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
 * Like `resolveOwnImage`, for the share image that the owner chose for a page.
 * @returns null if none was chosen or the image can't be shown
 */
export function chosenImage(images: FoundImages, address: string, siteUrl: string) {
  if (!address || imageAt(images, address) !== undefined) return resolveOwnImage(images, address, siteUrl);
  const url = URL.parse(address, siteUrl)?.href;
  return url ? { share: { url, alt: "", isOfAnySize: true }, image: url } : null;
}

/** Like `resolveOwnImage`, for the chosen share image, else for the record's own image. */
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
 * Returns a single URL for search engines, feeds and icons.
 * @param width minimum in pixels
 * @returns `address` unchanged if it isn't one of the owner's images; undefined if the image can't be shown
 */
export function addressFor(images: FoundImages, address: string, width = ALONE_WIDTH): string | undefined {
  const image = imageAt(images, address);
  return image === undefined ? address : image ? variantFor(image, width)?.path : undefined;
}

/** Returns the URL of the owner's logo mark, or undefined if it's the built-in one or can't be shown. */
export function ownMark(images: FoundImages, mark: string, width: number): string | undefined {
  return mark === BUILT_IN_MARK ? undefined : addressFor(images, mark, width);
}
