import { type ComponentProps, useContext } from "react";
import { altOf, type FixedPlace, fixedPlace, GONE, Images, markupOf, type Place } from "./image-markup.ts";

type Props = Omit<ComponentProps<"img">, "srcSet" | "sizes"> & {
  src: string;
  alt: string;
  /** whether `alt` is only a fallback for images without alt text */
  isAltSpare?: boolean;
  place: Place | FixedPlace;
};

/**
 * Renders the owner's image in the right size (decision 0043), or any other URL as a plain `<img>`. `width`
 * and `height` are for images whose size isn't known.
 */
export function SiteImage({ isAltSpare, place, ...img }: Props) {
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
