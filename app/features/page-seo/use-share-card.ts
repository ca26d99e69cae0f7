// The image that a page shows when it's shared, for the panel's preview.
import { imageId } from "../../platform/text/image.ts";
import { useImageLibrary } from "../../ui/panel/image-library.ts";
import { focusOf } from "../../ui/panel/image-thumb.tsx";
import { useLibraryImage } from "../../ui/panel/image-used.ts";
import { SHARE_FROM } from "../media/media.ts";

/** @property shown null if it can't be shown as a share image */
function useImage(address: string) {
  const id = imageId(address);
  const { image, isGone } = useLibraryImage(useImageLibrary(), id);
  const isTooSmall =
    image?.state === "ready" &&
    image.mime !== "image/svg+xml" &&
    (image.width < SHARE_FROM.width || image.height < SHARE_FROM.height);
  const isUsable = address !== "" && !isGone && !isTooSmall && (!id || Boolean(image?.thumb));
  return { isTooSmall, shown: isUsable ? { src: address, focus: image ? focusOf(image) : undefined } : null };
}

/**
 * Returns the share image of a page.
 * @param of.chosen the owner's share image; empty for none
 * @param of.own the image that a record shows; empty for none
 * @param of.drawn the generated one; null if there's none yet
 * @returns `image` is null if it isn't generated yet; `fallback` is shown if none was chosen
 */
export function useShareCard({ chosen, own, drawn }: { chosen: string; own: string; drawn: string | null }) {
  const share = useImage(chosen);
  // Only library images have a size for social networks.
  const image = useImage(imageId(own) ? own : "").shown;
  const fallback = image ?? (drawn ? { src: drawn, focus: undefined } : null);
  return { image: share.shown ?? fallback, fallback, isOwn: image !== null, isTooSmall: share.isTooSmall };
}
