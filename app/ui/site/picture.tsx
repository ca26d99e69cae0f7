import { type ComponentProps, useContext } from "react";
import {
  altOf,
  type FixedPlace,
  fixedPlace,
  GONE,
  markupOf,
  Pictures,
  type Place,
} from "./picture-markup.ts";

type Props = Omit<ComponentProps<"img">, "srcSet" | "sizes"> & {
  src: string;
  /** the alt text of this use */
  alt: string;
  /** the use's text is only a fallback for an image without alt text */
  isAltSpare?: boolean;
  place: Place | FixedPlace;
};

/**
 * An image: the owner's in the right size and format (decision 0043), any other URL as a plain `<img>`. The style sheet
 * provides the frame that it fills; `width` and `height` are for URLs of unknown size.
 */
export function Picture({ isAltSpare, place, ...img }: Props) {
  const picture = useContext(Pictures)(img.src);
  if (picture === undefined) return <img {...img} alt={img.alt} />;
  if (picture === null) return <img {...img} src={GONE} alt="" style={undefined} />;
  const at = "sizes" in place ? place : fixedPlace(picture, place);
  const when = img.loading === "lazy" ? "lazy" : img.fetchPriority === "high" ? "first" : null;
  const { sources, img: own, style } = markupOf(picture, at, when);
  const alt = isAltSpare ? altOf(picture) || (picture.isDecorative ? "" : img.alt) : img.alt;
  return (
    <picture>
      {sources.map((source) => (
        <source key={`${source.media} ${source.type}`} {...source} />
      ))}
      <img {...img} {...own} alt={alt} style={style} />
    </picture>
  );
}
