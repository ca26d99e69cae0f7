// Which of a service's landing pages are listed where.

/** `area` is such as "Brooklyn, NY"; empty if unknown. */
export type RelatedLink = { label: string; href: string; area: string };
/** `name` is empty if all links are in one group. */
export type LinkGroup = { name: string; links: RelatedLink[] };

const order = new Intl.Collator("en", { numeric: true });
const placeOf = ({ area, label }: RelatedLink) => area.split(",")[0]!.trim() || label;
const regionOf = ({ area }: RelatedLink) => area.split(",").slice(1).join(",").trim();
const letterOf = (link: RelatedLink) =>
  placeOf(link)
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .charAt(0)
    .toUpperCase();

const byPlace = (a: RelatedLink, b: RelatedLink) =>
  order.compare(placeOf(a), placeOf(b)) || order.compare(a.href, b.href);
const byRegion = (a: RelatedLink, b: RelatedLink) => order.compare(regionOf(a), regionOf(b)) || byPlace(a, b);

/**
 * Groups links by region or, if some have none or most would be alone in theirs, by the first letter of their place.
 */
export function groupLinks(links: readonly RelatedLink[]): LinkGroup[] {
  const sorted = links.toSorted(byPlace);
  const groupsBy = (nameOf: (link: RelatedLink) => string) =>
    [...Map.groupBy(sorted, nameOf)]
      .map(([name, links]) => ({ name, links }))
      .sort((a, b) => order.compare(a.name, b.name));
  const regions = groupsBy(regionOf);
  const isByRegion =
    regions.length > 1 && regions.length <= links.length / 2 && regions.every(({ name }) => name);
  const groups = isByRegion ? regions : groupsBy(letterOf);
  return groups.length > 1 ? groups : [{ name: "", links: sorted }];
}

/** How many neighbors a page links to on each side. */
const EACH_SIDE = 3;

/**
 * Returns links to the pages next to one, in order of region and place. The first page follows the last, so that each
 * page is linked from as many others.
 * @param links of a service's pages
 * @returns empty unless the page is one of them
 */
export function neighborsOf(links: readonly RelatedLink[], path: string): RelatedLink[] {
  const ring = links.toSorted(byRegion);
  const own = ring.findIndex(({ href }) => href === path);
  if (own === -1) return [];
  const others = [...ring.slice(own + 1), ...ring.slice(0, own)];
  return others.length <= 2 * EACH_SIDE
    ? others
    : [...others.slice(-EACH_SIDE), ...others.slice(0, EACH_SIDE)];
}
