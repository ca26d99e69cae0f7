import { type ComponentProps, useContext } from "react";
import { altOf, type FixedPlace, fixedPlace, GONE, Images, markupOf, type Place } from "./picture-markup.ts";

type Props = Omit<ComponentProps<"img">, "srcSet" | "sizes"> & {
  src: string;
  /** the alt text of this use */
  alt: string;
  /** the use's text is only a fallback for an image without alt text */
  isAltSpare?: boolean;
  place: Place | FixedPlace;
};

/**
 * Renders an image: the owner's in the right size and format (decision 0043), any other URL as a plain `<img>`. The
 * style sheet provides the frame that it fills; `width` and `height` are for URLs of unknown size.
 */
export function Picture({ isAltSpare, place, ...img }: Props) {
  const image = useContext(Images)(img.src);
  if (image === undefined) return <img {...img} alt={img.alt} />;
  if (image === null) return <img {...img} src={GONE} alt="" style={undefined} />;
  const at = "sizes" in place ? place : fixedPlace(image, place);
  const when = img.loading === "lazy" ? "lazy" : img.fetchPriority === "high" ? "first" : null;
  const { sources, img: own, style } = markupOf(image, at, when);
  const alt = isAltSpare ? altOf(image) || (image.isDecorative ? "" : img.alt) : img.alt;
  return (
    <picture>
      {sources.map((source) => (
        <source key={`${source.media} ${source.type}`} {...source} />
      ))}
      <img {...img} {...own} alt={alt} style={style} />
    </picture>
  );
}
