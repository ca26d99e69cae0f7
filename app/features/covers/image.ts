import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";
import { versionOf, withVersion } from "../../platform/version.ts";
import { type BrandColors, inBrandColors } from "../brand/palette.ts";
import { type CoverOf, coverPosition, coverSvg } from "./cover.ts";

/** The key of the placeholder's query that names a record. */
export const COVER_OF = "for";

/** The address of the cover drawn for a record, answered for published ones by the placeholder's endpoint (decision 0035.32). */
export const coverPath = (slug: string) => `${PLACEHOLDER_IMAGE}?${COVER_OF}=${encodeURIComponent(slug)}`;

/** So many covers' versions are remembered: drawing one takes a quarter of a millisecond. */
const KNOWN_VERSIONS = 2_000;
const versions = new Map<string, string>();

/** The same with the version of what it shows: a hash of the drawing, which changes with whatever it is drawn from. */
export function coverAddress(of: CoverOf, colors: BrandColors): string {
  const name = JSON.stringify([of.slug, of.industry, colors.brand_color, colors.marker_color]);
  let version = versions.get(name);
  if (version === undefined) {
    if (versions.size >= KNOWN_VERSIONS) versions.clear();
    version = versionOf(inBrandColors(coverSvg(of), colors));
    versions.set(name, version);
  }
  return withVersion(coverPath(of.slug), version);
}

/** Where it was before; records may still name it. */
const formerPath = (slug: string) => `/covers/${encodeURIComponent(slug)}.svg`;

/** Only the web's own addresses and paths of this site; an owner's address may be anything. */
function isUsable(address: string): boolean {
  const site = "https://site.invalid";
  const url = URL.parse(address, site);
  if (!url) return false;
  if (/^https?:\/\//i.test(address)) return url.hostname !== "";
  return address.startsWith("/") && url.origin === site;
}

/**
 * The picture of a case study: its own image, else its generated cover; an image address that cannot be used
 * falls back to the placeholder (SPEC 3).
 * @param ratio the frame's width divided by its height
 * @param colors the owner's, in which covers are drawn
 * @returns the address; its alternative text, which is the title for the owner's own picture and empty for a drawing
 *   that only decorates; and where the frame looks in CSS `object-position` where that matters
 */
export function imageOf(
  study: { slug: string; title: string; industry: string; image: string },
  ratio: number,
  colors: BrandColors,
): { src: string; alt: string; position?: string } {
  const own = study.image.trim();
  if (own !== "" && own !== coverPath(study.slug) && own !== formerPath(study.slug)) {
    const isPicture = own !== PLACEHOLDER_IMAGE && isUsable(own);
    return isPicture ? { src: own, alt: study.title } : { src: PLACEHOLDER_IMAGE, alt: "" };
  }
  const cover = coverAddress(study, colors);
  const position = coverPosition(study, ratio);
  return position === "50% 50%" ? { src: cover, alt: "" } : { src: cover, alt: "", position };
}
