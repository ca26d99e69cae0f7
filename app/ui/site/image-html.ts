// Renders the owner's images in stored HTML.
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { altOf, type FindImage, GONE, markupOf, PLACES, type ShownImage } from "./image-markup.ts";

const IMG = /<img\b([^>]*)>/g;
const ATTRIBUTE = /\s([a-z]+)(?:="([^"]*)")?/g;

type Attributes = Record<string, string | number | undefined>;

const write = (tag: string, attributes: Attributes) =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
    .join("")}>`;

/**
 * Turns the owner's images into `<picture>`. Leaves other `<img>` tags unchanged.
 * @param html from `cleanHtml`: double-quoted attributes, and nothing else that looks like a tag
 */
export function withImages(html: string, find: FindImage): string {
  return html.replace(IMG, (whole, inside: string) => {
    const written: Attributes = Object.fromEntries(
      [...inside.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]),
    );
    const image = find(String(written.src ?? ""));
    if (image === undefined) return whole;
    // Lets the publish checks tell a missing image from missing alt text.
    if (image === null) return write("img", { ...written, src: GONE, alt: "", "data-lost-image": "" });
    return writeImage(image, written);
  });
}

/** @param written attributes of the `<img>`, HTML-escaped */
function writeImage(image: ShownImage, written: Attributes): string {
  const { src: _, alt = "", width, height, loading = "lazy", ...others } = written;
  const { sources, img, style } = markupOf(image, PLACES.text, loading === "lazy" ? "lazy" : null);
  const words = String(alt).trim() ? alt : escapeHtml(altOf(image));
  const size = sizeOf(img, Number(width), Number(height));
  return `<picture>${sources
    .map(({ srcSet, ...source }) => write("source", { ...source, srcset: srcSet }))
    .join("")}${write("img", {
    ...others,
    ...{ src: img.src, srcset: img.srcSet, sizes: img.sizes, ...size, alt: words },
    // Distinguishes decorative images from images that lack alt text.
    role: words === "" && image.isDecorative ? "presentation" : undefined,
    ...(loading === "lazy" ? { loading } : {}),
    decoding: "async",
    style: style.background && `background:${style.background}`,
  })}</picture>`;
}

/** Returns the owner's size with the image's aspect ratio, or else the image's own size. */
function sizeOf(own: { width: number; height: number }, width: number, height: number) {
  const ratio = own.height / own.width;
  if (width > 0) return { width, height: Math.round(width * ratio) };
  if (height > 0) return { width: Math.round(height / ratio), height };
  return { width: own.width, height: own.height };
}
