import { PLACEHOLDER_IMAGE } from "../../copy/business.ts";
import { coverPosition } from "./cover.ts";

/** The key of the placeholder's query that names a record. */
export const COVER_OF = "for";

/** The address of the cover drawn for a record, answered for published ones by the placeholder's endpoint (decision 0035.32). */
export const coverPath = (slug: string) => `${PLACEHOLDER_IMAGE}?${COVER_OF}=${encodeURIComponent(slug)}`;

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
 * @returns the address; its alternative text, which is the title for the owner's own picture and empty for a drawing
 *   that only decorates; and where the frame looks in CSS `object-position` where that matters
 */
export function imageOf(
  study: { slug: string; title: string; industry: string; image: string },
  ratio: number,
): { src: string; alt: string; position?: string } {
  const own = study.image.trim();
  const cover = coverPath(study.slug);
  if (own !== "" && own !== cover && own !== formerPath(study.slug)) {
    const isPicture = own !== PLACEHOLDER_IMAGE && isUsable(own);
    return isPicture ? { src: own, alt: study.title } : { src: PLACEHOLDER_IMAGE, alt: "" };
  }
  const position = coverPosition(study, ratio);
  return position === "50% 50%" ? { src: cover, alt: "" } : { src: cover, alt: "", position };
}
