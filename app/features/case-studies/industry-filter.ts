/**
 * Returns an industry's slug: "the industry name lowercased with spaces turned into hyphens" (SPEC 2). Also
 * used to compare names (decision 0035.5).
 */
export function industrySlug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "-");
}

/**
 * Returns the list's path.
 * @param of.industry name or slug; undefined for all
 * @param of.page from 1
 */
export function caseStudiesPath({ industry, page = 1 }: { industry?: string; page?: number } = {}): string {
  const query = new URLSearchParams();
  if (industry) query.set("industry", industrySlug(industry));
  if (page > 1) query.set("page", String(page));
  return query.size ? `/case-studies?${query}` : "/case-studies";
}

/** Returns an unknown industry's slug as words for the message (SPEC 7), cut at 60 characters. */
export function industryAsTyped(slug: string): string {
  const words = slug.replace(/[-\s]+/g, " ").trim();
  return words.length > 60 ? `${Array.from(words).slice(0, 60).join("").trimEnd()}…` : words;
}

/** Returns whether an industry's list is indexable. Without a description, it's thin content. */
export const isFilterIndexed = (industry: { description: string; total: number }) =>
  industry.description.trim() !== "" && industry.total > 0;
