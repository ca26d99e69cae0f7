// A library thumbnail: cropped, processing or rejected.
import { ImageOff, Loader } from "lucide-react";
import { mediaTab as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { SmallImage } from "./small-image.tsx";

/** Returns the focal point as CSS `object-position`. */
export const focusOf = ({ focalX, focalY }: Pick<MediaItem, "focalX" | "focalY">) =>
  `${Math.round(focalX * 100)}% ${Math.round(focalY * 100)}%`;

/** A crop of an image this much wider than high, such as a logo, would show only a few letters. */
const WIDE_RATIO = 2;

/** No alt text unless there's nothing to see, since its name is next to it. */
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
