/**
 * The address made from a title (SPEC 5, DECISIONS 20): lower case, everything but a-z, 0-9, space and
 * hyphen removed, spaces to hyphens, repeated hyphens collapsed, hyphens at the edges trimmed.
 * @returns the slug, empty where nothing of the title remains
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/ +/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}
