import { SiteImage } from "./image.tsx";
import { PLACES } from "./image-markup.ts";

/** Width divided by height. */
export const FRAME_RATIO = 1200 / 440;

/**
 * Renders the large image at the top of a record's page.
 * @param props.image from `imageOf` with `FRAME_RATIO`
 */
export function FrameImage({
  image: { src, alt, position },
}: {
  image: { src: string; alt: string; position?: string | undefined };
}) {
  return (
    <figure className="frame">
      <SiteImage
        src={src}
        alt={alt}
        isAltSpare
        place={PLACES.hero}
        width={1200}
        height={440}
        fetchPriority="high"
        style={position ? { objectPosition: position } : undefined}
      />
    </figure>
  );
}
