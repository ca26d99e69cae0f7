// Builds the markup of the owner's images, so browsers load the right size.
import { createContext } from "react";
import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";

export type ShownImage = {
  alt: string;
  isDecorative: boolean;
  /** the point that every crop keeps in view, from 0 to 1 */
  focalX: number;
  focalY: number;
  /** in pixels */
  width: number;
  height: number;
  /** background while loading, `#rrggbb`; empty for transparent images */
  color: string;
  /** preview for the first view, a base64 AVIF; empty or null if there's none */
  inlineAvif?: string | null;
  /** dimensions in pixels; animations are WebP only */
  variants: readonly { format: "avif" | "webp"; width: number; height: number; path: string }[];
  /** first frame of an animation, for visitors who prefer reduced motion */
  still?: string;
};

/** @returns undefined for a URL that isn't in the library, null if the image is gone */
export type FindImage = (address: string) => ShownImage | null | undefined;

/** The page's images, provided by the surrounding frame. */
export const Images = createContext<FindImage>(() => undefined);

export type Place = {
  /** width on the page, as in `sizes` */
  sizes: string;
  /** width in pixels above which larger variants don't help */
  widest: number;
  /** in CSS pixels; the height follows from the image's aspect ratio */
  width?: number;
  /** side of a square, in CSS pixels */
  side?: number;
  /** omits the background, for example behind a transparent mark */
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

/** A fixed size in CSS pixels: the side of a square, or the height of a logo. */
export type FixedPlace = { side: number; isBare?: boolean } | { height: number };

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

/** Phones: more than two image pixels per CSS pixel make no visible difference. */
const PHONE = { media: "(max-width:30rem)", widest: 640 };

type Format = "avif" | "webp";

function srcSetOf({ variants }: ShownImage, format: Format, widest: number): string {
  const all = variants.filter((one) => one.format === format).sort((a, b) => a.width - b.width);
  // Include the next larger size if none matches exactly.
  const enough = all.findIndex(({ width }) => width >= widest);
  return all
    .slice(0, enough === -1 ? undefined : enough + 1)
    .map(({ path, width }) => `${path} ${width}w`)
    .join(",");
}

/** Returns a single variant: the narrowest WebP that's wide enough, or else the widest. */
export function variantFor({ variants }: Pick<ShownImage, "variants">, width: number) {
  const all = variants.filter(({ format }) => format === "webp").sort((a, b) => a.width - b.width);
  return all.find((one) => one.width >= width) ?? all.at(-1);
}

/** Returns an empty SVG with the image's aspect ratio, for images without variants. */
const shape = (width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;

/** Attributes for the `<source>` elements and the `<img>`. */
type Markup = {
  sources: { type?: string; media?: string; srcSet: string; sizes?: string }[];
  img: { src: string; srcSet?: string; sizes?: string; width: number; height: number };
  style: { objectPosition?: string; objectFit?: "contain"; background?: string; width?: number };
};

/**
 * Returns an image's markup. Without variants, only its background shows.
 * @param when `lazy` loads the image near the viewport; `first` embeds a preview, for the first view
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

/** Replaces a missing image. */
export const GONE = PLACEHOLDER_IMAGE;

/** Returns this use's alt text, or else the image's. Decorative images have none. */
export const altOf = ({ alt, isDecorative }: ShownImage, ofUse = ""): string =>
  ofUse || (isDecorative ? "" : alt);
