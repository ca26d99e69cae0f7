// Renders the owner's images within HTML texts.
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { altOf, type FindImage, GONE, markupOf, PLACES, type ShownImage } from "./picture-markup.ts";

const IMG = /<img\b([^>]*)>/g;
const ATTRIBUTE = /\s([a-z]+)(?:="([^"]*)")?/g;

type Attributes = Record<string, string | number | undefined>;

const write = (tag: string, attributes: Attributes) =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
    .join("")}>`;

/**
 * Turns the owner's images into `<picture>`; other `<img>` tags stay as they are.
 * @param html from `cleanHtml`: attributes are in double quotes, and nothing else looks like a tag
 */
export function withImages(html: string, find: FindImage): string {
  return html.replace(IMG, (whole, inside: string) => {
    const written: Attributes = Object.fromEntries(
      [...inside.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]),
    );
    const image = find(String(written.src ?? ""));
    if (image === undefined) return whole;
    // Lets the publish checks tell it from an image without alt text.
    if (image === null) return write("img", { ...written, src: GONE, alt: "", "data-lost-picture": "" });
    return writeImage(image, written);
  });
}

/** @param written the attributes of the `<img>`, escaped as in the HTML */
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
    // Tells a decorative image from one with forgotten alt text.
    role: words === "" && image.isDecorative ? "presentation" : undefined,
    ...(loading === "lazy" ? { loading } : {}),
    decoding: "async",
    style: style.background && `background:${style.background}`,
  })}</picture>`;
}

/** Returns a size as wide as the owner set it, in the image's own aspect ratio; otherwise its own width. */
function sizeOf(own: { width: number; height: number }, width: number, height: number) {
  const ratio = own.height / own.width;
  if (width > 0) return { width, height: Math.round(width * ratio) };
  if (height > 0) return { width: Math.round(height / ratio), height };
  return { width: own.width, height: own.height };
}
