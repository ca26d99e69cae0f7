import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";
import { versionOf, withVersion } from "../../platform/version.ts";
import type { BrandColors } from "../brand/palette.ts";
import { type CoverOf, coverPosition, coverSvg } from "./cover.ts";

/** The query parameter of the placeholder that names a record. */
export const COVER_OF = "for";

/**
 * Returns the URL of a record's cover. The placeholder's endpoint serves it for published records (decision 0035.32).
 */
export const coverPath = (slug: string) => `${PLACEHOLDER_IMAGE}?${COVER_OF}=${encodeURIComponent(slug)}`;

/** Limit for cached versions of covers. Drawing a cover takes a quarter of a millisecond. */
const KNOWN_VERSIONS = 2_000;
const versions = new Map<string, string>();

/** Adds a version to the cover's URL: a hash of the drawing, so it changes with everything the cover is drawn from. */
export function coverAddress(of: CoverOf, colors: BrandColors): string {
  const name = JSON.stringify([of.slug, of.industry, of.result, colors.brand_color, colors.marker_color]);
  let version = versions.get(name);
  if (version === undefined) {
    if (versions.size >= KNOWN_VERSIONS) versions.clear();
    version = versionOf(coverSvg(of, colors));
    versions.set(name, version);
  }
  return withVersion(coverPath(of.slug), version);
}

/** Returns the former URL of a cover, which records may still contain. */
const formerPath = (slug: string) => `/covers/${encodeURIComponent(slug)}.svg`;

/** Returns whether an image value is a web URL or a path on this site. Owners can enter anything. */
function isUsable(address: string): boolean {
  const site = "https://site.invalid";
  const url = URL.parse(address, site);
  if (!url) return false;
  if (/^https?:\/\//i.test(address)) return url.hostname !== "";
  return address.startsWith("/") && url.origin === site;
}

/**
 * Returns a case study's own image, or its generated cover. An unusable image URL falls back to the placeholder (SPEC
 * 3).
 * @param ratio the frame's width divided by its height
 * @param colors the owner's colors, for covers
 * @returns the URL; the alt text, which is the title for the owner's image and empty for a decorative drawing; and the
 * CSS `object-position` if it matters
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
