// The owner's pictures in HTML texts.
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { altOf, type FindPicture, GONE, markupOf, PLACES, type ShownPicture } from "./picture-markup.ts";

const IMG = /<img\b([^>]*)>/g;
const ATTRIBUTE = /\s([a-z]+)(?:="([^"]*)")?/g;

type Attributes = Record<string, string | number | undefined>;

const write = (tag: string, attributes: Attributes) =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
    .join("")}>`;

/**
 * Writes an owner's pictures as `<picture>`, like those outside of texts; every other `<img>` stays as it is.
 * @param html as `cleanHtml` returns it: attributes are in double quotes, and nothing else looks like a tag
 */
export function withPictures(html: string, find: FindPicture): string {
  return html.replace(IMG, (whole, inside: string) => {
    const written: Attributes = Object.fromEntries(
      [...inside.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]),
    );
    const picture = find(String(written.src ?? ""));
    if (picture === undefined) return whole;
    // For the publish checks, which tell it from a picture without words.
    if (picture === null) return write("img", { ...written, src: GONE, alt: "", "data-lost-picture": "" });
    return writePicture(picture, written);
  });
}

/** @param written what stands on the `<img>`, escaped as it is in the HTML */
function writePicture(picture: ShownPicture, written: Attributes): string {
  const { src: _, alt = "", width, height, loading = "lazy", ...others } = written;
  const { sources, img, style } = markupOf(picture, PLACES.text, loading === "lazy" ? "lazy" : null);
  const words = String(alt).trim() ? alt : escapeHtml(altOf(picture));
  const size = sizeOf(img, Number(width), Number(height));
  return `<picture>${sources
    .map(({ srcSet, ...source }) => write("source", { ...source, srcset: srcSet }))
    .join("")}${write("img", {
    ...others,
    ...{ src: img.src, srcset: img.srcSet, sizes: img.sizes, ...size, alt: words },
    // A decoration is told from a picture whose words were forgotten.
    role: words === "" && picture.isDecorative ? "presentation" : undefined,
    ...(loading === "lazy" ? { loading } : {}),
    decoding: "async",
    style: style.background && `background:${style.background}`,
  })}</picture>`;
}

/** As wide as the owner has it, in the picture's own shape; else as wide as it is. */
function sizeOf(own: { width: number; height: number }, width: number, height: number) {
  const ratio = own.height / own.width;
  if (width > 0) return { width, height: Math.round(width * ratio) };
  if (height > 0) return { width: Math.round(height / ratio), height };
  return { width: own.width, height: own.height };
}
