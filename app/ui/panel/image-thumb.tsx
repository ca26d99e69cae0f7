import { ImageOff, Loader } from "lucide-react";
import { mediaTab as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { SmallImage } from "./small-image.tsx";

/** Returns the focal point as CSS `object-position`. */
export const focusOf = ({ focalX, focalY }: Pick<MediaItem, "focalX" | "focalY">) =>
  `${Math.round(focalX * 100)}% ${Math.round(focalY * 100)}%`;

/** Wider images, such as logos, aren't cropped: a crop would show only a few letters. */
const WIDE_RATIO = 2;

/** Renders a thumbnail without alt text, because the image's name is next to it. */
export function ImageThumb({ image }: { image: MediaItem }) {
  const { thumb, state, color, width, height } = image;
  if (state === "refused" || !thumb)
    return (
      <span className="pthumb">
        {state === "refused" ? (
          <ImageOff className="i" aria-hidden />
        ) : (
          <>
            <Loader className="i" aria-hidden />
            <small>{words.badges.new}</small>
          </>
        )}
      </span>
    );
  return (
    <SmallImage
      className="pthumb"
      src={thumb}
      loading="lazy"
      decoding="async"
      style={{
        objectFit: width > height * WIDE_RATIO ? "contain" : undefined,
        objectPosition: focusOf(image),
        backgroundColor: color || undefined,
      }}
    />
  );
}
