import type { ReactNode } from "react";
import { mediaTab as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { isDescribed } from "./image-library.ts";
import { ImageThumb } from "./image-thumb.tsx";
import { type Choice, ChooseBox } from "./record-list.chosen.tsx";

/**
 * Renders images of the library, each as a button.
 * @param props.verb what a click does, for screen readers; without it, a click chooses the image
 * @param props.choice adds a checkbox to each image
 * @param props.isDisabled whether an image can't be opened
 * @param props.marks more badges of an image
 */
export function ImageGrid<Image extends MediaItem>({
  images,
  label,
  verb,
  choice,
  isDisabled,
  marks,
  onOpen,
}: {
  images: readonly Image[];
  label?: string;
  verb?: string;
  choice?: Choice;
  isDisabled?: (image: Image) => boolean;
  marks?: (image: Image) => ReactNode;
  onOpen: (image: Image) => void;
}) {
  return (
    <ul className="lib__grid" aria-label={label}>
      {images.map((image) => (
        <li key={image.id} className="lib__tile">
          {choice && <ChooseBox choice={choice} id={image.id} name={image.name} />}
          <button
            type="button"
            className="lib__open"
            disabled={isDisabled?.(image)}
            onClick={() => onOpen(image)}
          >
            <ImageThumb image={image} />
            <span className="lib__name">
              {verb && <span className="sr">{verb} </span>}
              {image.name}
            </span>
            {image.alt && <span className="lib__alt">{image.alt}</span>}
            <span className="lib__about">
              {words.uses(image.uses)}
              {image.state === "refused" && <span className="badge badge--down">{words.badges.refused}</span>}
              {image.state !== "refused" && !isDescribed(image) && (
                <span className="badge badge--warn">{words.badges.undescribed}</span>
              )}
              {marks?.(image)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
