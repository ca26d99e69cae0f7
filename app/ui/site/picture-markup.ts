// What a page says of one of the owner's pictures, so that a browser fetches it in the right size.
import { createContext } from "react";
import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";

/** An owner's picture as pages show it. */
export type ShownPicture = {
  alt: string;
  isDecorative: boolean;
  /** the point that every crop keeps in view, from 0 to 1 */
  focalX: number;
  focalY: number;
  /** in pixels */
  width: number;
  height: number;
  /** shown until it is there, `#rrggbb`; empty where it lets the page shine through */
  color: string;
  /** shown on that ground where it is in the first view, an AVIF in base64; empty or null where there is none */
  inlineAvif?: string | null;
  /** with the sizes of each in pixels; an animation has them in WebP only */
  variants: readonly { format: "avif" | "webp"; width: number; height: number; path: string }[];
  /** the first frame of an animation, for visitors who want nothing to move */
  still?: string;
};

/**
 * Finds an owner's picture by its address.
 * @returns undefined for any other address, null where the picture is gone
 */
export type FindPicture = (address: string) => ShownPicture | null | undefined;

/** The owner's pictures on the page; the frame around it fills them in. */
export const Pictures = createContext<FindPicture>(() => undefined);

/** Where a picture stands. */
export type Place = {
  /** how wide it is there, as in `sizes` */
  sizes: string;
  /** the width in pixels beyond which no variant helps */
  widest: number;
  /** in CSS pixels, where the picture's own shape decides it */
  width?: number;
  /** a square, in CSS pixels */
  side?: number;
  /** nothing shows behind it, such as behind a mark that is cut out */
  isBare?: boolean;
};

/** The places that grow with the window. */
export const PLACES = {
  hero: { sizes: "(min-width:80rem) 75rem,93vw", widest: 1920 },
  card: { sizes: "(min-width:80rem) 24rem,(min-width:64rem) 30vw,(min-width:40rem) 45vw,90vw", widest: 960 },
  featured: { sizes: "(min-width:80rem) 41rem,(min-width:64rem) 51vw,93vw", widest: 1280 },
  row: { sizes: "(min-width:40rem) 26rem,93vw", widest: 640 },
  portrait: { sizes: "(min-width:56rem) 50rem,93vw", widest: 1280 },
  text: { sizes: "(min-width:48rem) 43rem,90vw", widest: 1280 },
} satisfies Record<string, Place>;

/** A square that the picture fills or, a mark, a height that it has; in CSS pixels. */
export type FixedPlace = { side: number; isBare?: boolean } | { height: number };

/** A place of a fixed size for a picture of this shape. */
export function fixedPlace({ width, height }: ShownPicture, place: FixedPlace): Place {
  const ratio = width / height || 1;
  const at = (shown: number) => ({ sizes: `${shown}px`, widest: shown * 3 });
  if ("height" in place) {
    const width = Math.round(place.height * ratio);
    return { ...at(width), width, isBare: true };
  }
  const { side, isBare } = place;
  return { ...at(isBare ? side : Math.ceil(side * Math.max(1, ratio))), side, isBare };
}

/** A window up to this wide is a phone's: eyes tell no more than two pixels for each of CSS there. */
const PHONE = { media: "(max-width:30rem)", widest: 640 };

type Format = "avif" | "webp";

function srcSetOf({ variants }: ShownPicture, format: Format, widest: number): string {
  const all = variants.filter((one) => one.format === format).sort((a, b) => a.width - b.width);
  // One step beyond the widest, where there is none of just that width.
  const enough = all.findIndex(({ width }) => width >= widest);
  return all
    .slice(0, enough === -1 ? undefined : enough + 1)
    .map(({ path, width }) => `${path} ${width}w`)
    .join(",");
}

/** The variant for where only one can be named: the narrowest WebP that is as wide, else the widest. */
export function variantFor({ variants }: Pick<ShownPicture, "variants">, width: number) {
  const all = variants.filter(({ format }) => format === "webp").sort((a, b) => a.width - b.width);
  return all.find((one) => one.width >= width) ?? all.at(-1);
}

/** Of what shape a picture is, before anything of it is there. */
const shape = (width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;

/** What the elements of a picture say: `<source>` by `<source>`, then `<img>`. */
type Markup = {
  sources: { type?: string; media?: string; srcSet: string; sizes?: string }[];
  img: { src: string; srcSet?: string; sizes?: string; width: number; height: number };
  style: { objectPosition?: string; objectFit?: "contain"; background?: string; width?: number };
};

/**
 * The markup of an owner's picture. One of which nothing is made yet shows its ground alone.
 * @param when `lazy`: it waits until it is near the view, by when a browser knows by itself how wide it is there; `first`:
 *   it is what a visitor sees first, and the page itself shows what it carries of it
 */
export function markupOf(picture: ShownPicture, place: Place, when: "lazy" | "first" | null): Markup {
  const { sizes, widest } = place;
  const { focalX, focalY, color, inlineAvif } = picture;
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
    const srcSet = srcSetOf(picture, "avif", widest);
    return srcSet ? [{ type: "image/avif", ...(media ? { media } : {}), srcSet, sizes: asked }] : [];
  };
  const largest = variantFor(picture, widest);
  if (!largest) {
    const { width, height } = picture;
    return { sources: [], img: { src: shape(width, height), width, height }, style };
  }
  const { path: src } = largest;
  const { width, height } = place.side ? { width: place.side, height: place.side } : largest;
  return {
    sources: [
      ...(picture.still ? [{ media: "(prefers-reduced-motion:reduce)", srcSet: picture.still }] : []),
      ...(widest > PHONE.widest ? source(PHONE.widest, PHONE.media) : []),
      ...source(widest),
    ],
    img: { src, srcSet: srcSetOf(picture, "webp", widest), sizes: asked, width, height },
    style,
  };
}

/** What stands where a picture is gone. */
export const GONE = PLACEHOLDER_IMAGE;

/** The words for those who do not see a picture: those of its use, else its own; none where it only decorates. */
export const altOf = ({ alt, isDecorative }: ShownPicture, ofUse = ""): string =>
  ofUse || (isDecorative ? "" : alt);
