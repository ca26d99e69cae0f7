import { imageId, SHARE_FROM } from "../../platform/text/image.ts";
import { useImageLibrary } from "../../ui/panel/image-library.ts";
import { focusOf } from "../../ui/panel/image-thumb.tsx";
import { useLibraryImage } from "../../ui/panel/image-used.ts";

/** `shown` is null if there's no image or it can't be used as a share image. */
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
 * Returns the share image of a page, for the preview.
 * @param of.chosen URL of the image that the owner chose; empty if none
 * @param of.own URL of the record's image; empty if none
 * @param of.drawn URL of the generated image; null if there's none yet
 */
export function useShareCard({ chosen, own, drawn }: { chosen: string; own: string; drawn: string | null }) {
  const share = useImage(chosen);
  // Only images in the media library are available in a size for social networks.
  const image = useImage(imageId(own) ? own : "").shown;
  const fallback = image ?? (drawn ? { src: drawn, focus: undefined } : null);
  return { image: share.shown ?? fallback, fallback, isOwn: image !== null, isTooSmall: share.isTooSmall };
}
