/**
 * Returns an industry as it appears in the list's URL (SPEC 2): "the industry name lowercased with spaces turned into
 * hyphens". Names are compared in this form (decision 0035.5), so 'E-commerce' is found too.
 */
export function industrySlug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "-");
}

/**
 * Returns the path of the list for an industry and page.
 * @param of.industry name or slug of the industry; undefined for all
 * @param of.page counted from 1, which is omitted from the URL
 */
export function caseStudiesPath({ industry, page = 1 }: { industry?: string; page?: number } = {}): string {
  const query = new URLSearchParams();
  if (industry) query.set("industry", industrySlug(industry));
  if (page > 1) query.set("page", String(page));
  return query.size ? `/case-studies?${query}` : "/case-studies";
}

/** Returns an unknown industry for the message: hyphens become spaces (SPEC 7), and long values are cut. */
export function industryAsTyped(slug: string): string {
  const words = slug.replace(/[-\s]+/g, " ").trim();
  return words.length > 60 ? `${Array.from(words).slice(0, 60).join("").trimEnd()}…` : words;
}

/**
 * Returns whether an industry's list is indexable: without its own text it says no more than its case studies'
 * pages.
 */
export const isFilterIndexed = (industry: { description: string; total: number }) =>
  industry.description.trim() !== "" && industry.total > 0;
