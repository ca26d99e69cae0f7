/**
 * Returns the slug for a title (SPEC 5, decision 0035.20): lower case, everything but a-z, 0-9, space and hyphen
 * removed, spaces to hyphens, repeated hyphens collapsed, hyphens at the edges trimmed; empty if nothing remains.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/ +/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The limit for titles and slugs, so that no slug is longer. */
const SLUG_MAX_CHARS = 200;

/** Returns whether a text is a valid slug, as `slugify` produces it. */
export const isSlug = (text: string): boolean =>
  text !== "" && text.length <= SLUG_MAX_CHARS && slugify(text) === text;

/**
 * Returns whether the slug in an open form follows its title (decision 0035.20): until it is edited by hand, and again
 * once it is cleared.
 * @param saved the record's saved slug, which never changes automatically
 */
export const followsTitle = (form: { title?: string; slug?: string }, saved?: string): boolean =>
  !form.slug || (form.slug !== saved && form.slug === slugify(form.title ?? ""));
