import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";
import { versionOf, withVersion } from "../../platform/version.ts";
import { type CoverOf, coverPosition, coverSvg } from "./cover.ts";
import type { BrandColors } from "./palette.ts";

export const COVER_OF = "for";

/** Returns the URL of a published record's cover (decision 0035.32). */
export const coverPath = (slug: string) => `${PLACEHOLDER_IMAGE}?${COVER_OF}=${encodeURIComponent(slug)}`;

/** Maximum size of the cache. Drawing a cover takes about a quarter of a millisecond. */
const KNOWN_VERSIONS = 2_000;
const versions = new Map<string, string>();

/** Returns the cover's URL, with a hash of the drawing as its version. */
export function coverAddress(of: CoverOf, colors: BrandColors): string {
  const { slug, industry, result, figure, monthly } = of;
  const drawn = [slug, industry, result, figure, monthly];
  const name = JSON.stringify([...drawn, colors.brand_color, colors.marker_color]);
  let version = versions.get(name);
  if (version === undefined) {
    if (versions.size >= KNOWN_VERSIONS) versions.clear();
    version = versionOf(coverSvg(of, colors));
    versions.set(name, version);
  }
  return withVersion(coverPath(of.slug), version);
}

/** Stored records may still contain this URL. */
const formerPath = (slug: string) => `/covers/${encodeURIComponent(slug)}.svg`;

function isUsable(address: string): boolean {
  const site = "https://site.invalid";
  const url = URL.parse(address, site);
  if (!url) return false;
  if (/^https?:\/\//i.test(address)) return url.hostname !== "";
  return address.startsWith("/") && url.origin === site;
}

/**
 * Returns the image or generated cover of a case study or post. Invalid URLs get the placeholder (SPEC 3).
 * @param ratio the frame's width divided by its height
 * @returns an empty `alt` for covers and the placeholder; `position` is a CSS `object-position`
 */
export function imageOf(
  study: CoverOf & { title: string; image: string },
  ratio: number,
  colors: BrandColors,
): { src: string; alt: string; position?: string } {
  const own = study.image.trim();
  if (own !== "" && own !== coverPath(study.slug) && own !== formerPath(study.slug)) {
    const isImage = own !== PLACEHOLDER_IMAGE && isUsable(own);
    return isImage ? { src: own, alt: study.title } : { src: PLACEHOLDER_IMAGE, alt: "" };
  }
  const cover = coverAddress(study, colors);
  const position = coverPosition(study, ratio);
  return position === "50% 50%" ? { src: cover, alt: "" } : { src: cover, alt: "", position };
}
