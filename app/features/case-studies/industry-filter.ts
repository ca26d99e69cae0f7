/**
 * An industry as the address of the list names it (SPEC 2): "the industry name lowercased with spaces turned into
 * hyphens". Names are compared in this form (decision 0035.5), so that 'E-commerce' is found too.
 */
export function industrySlug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "-");
}

/**
 * The address of the list, filtered and on a certain page.
 * @param of.industry the industry's name or slug; absent for all
 * @param of.page counted from 1, which is not named in the address
 */
export function caseStudiesPath({ industry, page = 1 }: { industry?: string; page?: number } = {}): string {
  const query = new URLSearchParams();
  if (industry) query.set("industry", industrySlug(industry));
  if (page > 1) query.set("page", String(page));
  return query.size ? `/case-studies?${query}` : "/case-studies";
}

/** An unknown industry, in words for the message: SPEC 7's hyphens to spaces, and not endless. */
export function industryAsTyped(slug: string): string {
  const words = slug.replace(/[-\s]+/g, " ").trim();
  return words.length > 60 ? `${Array.from(words).slice(0, 60).join("").trimEnd()}…` : words;
}
