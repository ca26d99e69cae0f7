// Builds the markup of the owner's images, so that browsers load the right size.
import { createContext } from "react";
import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";

/** An owner's image as pages show it. */
export type ShownImage = {
  alt: string;
  isDecorative: boolean;
  /** the point that every crop keeps in view, from 0 to 1 */
  focalX: number;
  focalY: number;
  /** in pixels */
  width: number;
  height: number;
  /** the background while it loads, `#rrggbb`; empty for transparent images */
  color: string;
  /** a preview on that background for the first view, an AVIF in base64; empty or null if there's none */
  inlineAvif?: string | null;
  /** with the dimensions of each in pixels; animations have WebP only */
  variants: readonly { format: "avif" | "webp"; width: number; height: number; path: string }[];
  /** an animation's first frame, for visitors who prefer reduced motion */
  still?: string;
};

/**
 * Looks up an owner's image by its URL.
 * @returns undefined for any other URL, null if the image is gone
 */
export type FindImage = (address: string) => ShownImage | null | undefined;

/** The page's images, provided by the frame around it. */
export const Images = createContext<FindImage>(() => undefined);

/** A place for an image. */
export type Place = {
  /** its width there, as in `sizes` */
  sizes: string;
  /** the width in pixels beyond which a larger size doesn't help */
  widest: number;
  /** in CSS pixels, if the image's own aspect ratio decides it */
  width?: number;
  /** a square, in CSS pixels */
  side?: number;
  /** no background, such as behind a transparent mark */
  isBare?: boolean;
};

/** Places that grow with the window. */
export const PLACES = {
  hero: { sizes: "(min-width:80rem) 75rem,93vw", widest: 1920 },
  card: { sizes: "(min-width:80rem) 24rem,(min-width:64rem) 30vw,(min-width:40rem) 45vw,90vw", widest: 960 },
  featured: { sizes: "(min-width:80rem) 41rem,(min-width:64rem) 51vw,93vw", widest: 1280 },
  row: { sizes: "(min-width:40rem) 26rem,93vw", widest: 640 },
  portrait: { sizes: "(min-width:56rem) 50rem,93vw", widest: 1280 },
  text: { sizes: "(min-width:48rem) 43rem,90vw", widest: 1280 },
} satisfies Record<string, Place>;

/** A square that the image fills, or a mark's height, in CSS pixels. */
export type FixedPlace = { side: number; isBare?: boolean } | { height: number };

/** Returns a place of fixed size for an image with this aspect ratio. */
export function fixedPlace({ width, height }: ShownImage, place: FixedPlace): Place {
  const ratio = width / height || 1;
  const at = (shown: number) => ({ sizes: `${shown}px`, widest: shown * 3 });
  if ("height" in place) {
    const width = Math.round(place.height * ratio);
    return { ...at(width), width, isBare: true };
  }
  const { side, isBare } = place;
  return { ...at(isBare ? side : Math.ceil(side * Math.max(1, ratio))), side, isBare };
}

/** Windows up to this width are phones: more than two image pixels per CSS pixel make no visible difference. */
const PHONE = { media: "(max-width:30rem)", widest: 640 };

type Format = "avif" | "webp";

function srcSetOf({ variants }: ShownImage, format: Format, widest: number): string {
  const all = variants.filter((one) => one.format === format).sort((a, b) => a.width - b.width);
  // The next size up, if none has exactly that width.
  const enough = all.findIndex(({ width }) => width >= widest);
  return all
    .slice(0, enough === -1 ? undefined : enough + 1)
    .map(({ path, width }) => `${path} ${width}w`)
    .join(",");
}

/** Returns a single size: the narrowest WebP that's wide enough, else the widest. */
export function variantFor({ variants }: Pick<ShownImage, "variants">, width: number) {
  const all = variants.filter(({ format }) => format === "webp").sort((a, b) => a.width - b.width);
  return all.find((one) => one.width >= width) ?? all.at(-1);
}

/** Returns the aspect ratio of an image, before any of its sizes exist. */
const shape = (width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;

/** The attributes of the `<source>` elements and the `<img>`. */
type Markup = {
  sources: { type?: string; media?: string; srcSet: string; sizes?: string }[];
  img: { src: string; srcSet?: string; sizes?: string; width: number; height: number };
  style: { objectPosition?: string; objectFit?: "contain"; background?: string; width?: number };
};

/**
 * Builds the markup of an owner's image. One without sizes shows its background only.
 * @param when `lazy`: it loads near the viewport, when browsers know its width; `first`: it's in the first view, and
 *   the page embeds its preview
 */
export function markupOf(image: ShownImage, place: Place, when: "lazy" | "first" | null): Markup {
  const { sizes, widest } = place;
  const { focalX, focalY, color, inlineAvif } = image;
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  const position = `${percent(focalX)} ${percent(focalY)}`;
  const inline =
    when === "first" && inlineAvif ? ` url(data:image/avif;base64,${inlineAvif}) ${position}/cover` : "";
  const style = {
    ...(position === "50% 50%" ? {} : { objectPosition: position }),
    ...(color && !place.isBare ? { background: color + inline } : {}),
    ...(place.width ? { width: place.width } : {}),
    ...(place.side && place.isBare ? { objectFit: "contain" as const } : {}),
  };
  const asked = when === "lazy" ? `auto,${sizes}` : sizes;
  const source = (widest: number, media?: string) => {
    const srcSet = srcSetOf(image, "avif", widest);
    return srcSet ? [{ type: "image/avif", ...(media ? { media } : {}), srcSet, sizes: asked }] : [];
  };
  const largest = variantFor(image, widest);
  if (!largest) {
    const { width, height } = image;
    return { sources: [], img: { src: shape(width, height), width, height }, style };
  }
  const { path: src } = largest;
  const { width, height } = place.side ? { width: place.side, height: place.side } : largest;
  return {
    sources: [
      ...(image.still ? [{ media: "(prefers-reduced-motion:reduce)", srcSet: image.still }] : []),
      ...(widest > PHONE.widest ? source(PHONE.widest, PHONE.media) : []),
      ...source(widest),
    ],
    img: { src, srcSet: srcSetOf(image, "webp", widest), sizes: asked, width, height },
    style,
  };
}

/** Shown if an image is gone. */
export const GONE = PLACEHOLDER_IMAGE;

/** Returns the alt text: the use's, else the image's own; none if it's decorative. */
export const altOf = ({ alt, isDecorative }: ShownImage, ofUse = ""): string =>
  ofUse || (isDecorative ? "" : alt);
