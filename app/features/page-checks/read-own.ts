// Reads markup that only this site's pages have.
import { decoded } from "../../platform/text/decoded.ts";
import { imageIdsIn, imagePath } from "../../platform/text/image.ts";
import type { OwnFacts } from "./facts.ts";
import { hasTextAlternative } from "./judges.ts";
import type { Inside } from "./read-page.server.ts";

const ENTRIES_MAX = 2_000;

const addTo = (set: Set<string>, one: string) => {
  if (set.size < ENTRIES_MAX) set.add(one);
};

export function readOwn(own: OwnFacts, inside: Inside, tag: string, attributes: Record<string, string>) {
  for (const target of [attributes.id, tag === "a" ? attributes.name : undefined])
    if (target) addTo(own.targets, target);
  // A link to a former URL may be rewritten or reduced to its text. These attributes keep what the owner wrote.
  const written =
    attributes["data-old-link"] ||
    attributes["data-dead-link"] ||
    (tag === "a" ? attributes.href : undefined);
  if (written !== undefined) {
    addTo(own.links, written);
    if (inside.main) addTo(own.mainLinks, written);
  } else if (attributes["data-lost-image"] !== undefined) own.lost++;
  else if (tag === "img") readOwnImage(own, inside, attributes);
}

/** Browsers scroll to the top for these, whether or not the page has such an id. */
const ALWAYS = new Set(["", "top"]);

/**
 * Returns links to places on the same page that don't exist, such as "#inquiry" on a page without a form.
 * @param url of the page
 */
export function lostJumps({ links, targets }: OwnFacts, url: URL): string[] {
  // If there may be more ids, nothing is certain.
  if (targets.size >= ENTRIES_MAX) return [];
  const lost = [...links].flatMap((link) => {
    const target = URL.parse(link, url);
    const isHere =
      target?.origin === url.origin && target.pathname + target.search === url.pathname + url.search;
    if (!isHere) return [];
    const id = decoded(target.hash.slice(1));
    const isText = id.startsWith(":~:");
    return ALWAYS.has(id.toLowerCase()) || isText || targets.has(id) ? [] : [target.hash];
  });
  return [...new Set(lost)];
}

function readOwnImage(own: OwnFacts, inside: Inside, attributes: Record<string, string>) {
  const { src = "", alt, role } = attributes;
  const [id] = imageIdsIn(src);
  if (id) addTo(own.mediaPaths, imagePath(id));
  else if (src) addTo(own.images, src);
  if (inside.ownText && !id && /^https?:/i.test(src)) addTo(own.imageUrls, src);
  if (inside.frame && id && own.libraryImages.length < ENTRIES_MAX)
    own.libraryImages.push({ id, words: alt ?? "", isHero: inside.hero !== undefined });
  // In the owner's text, an empty alt counts as missing.
  const isForgotten = inside.ownText && alt?.trim() === "" && role !== "presentation";
  if ((isForgotten || !hasTextAlternative(attributes)) && own.unnamed.length < ENTRIES_MAX)
    own.unnamed.push(id ? imagePath(id) : src);
}
