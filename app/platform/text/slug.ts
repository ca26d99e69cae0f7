/**
 * Returns a title's slug (SPEC 5, decision 0035.20): lowercase a-z, 0-9 and single hyphens, trimmed; empty if
 * nothing remains.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/ +/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Titles have the same limit. */
const SLUG_MAX_CHARS = 200;

/** Returns whether a text is a valid slug: not empty, within the limit, and unchanged by `slugify`. */
export const isSlug = (text: string): boolean =>
  text !== "" && text.length <= SLUG_MAX_CHARS && slugify(text) === text;

/**
 * Returns whether a form's slug follows its title (decision 0035.20): until it's edited, and again once it's
 * cleared.
 * @param saved the record's saved slug, which never changes automatically
 */
export const followsTitle = (form: { title?: string; slug?: string }, saved?: string): boolean =>
  !form.slug || (form.slug !== saved && form.slug === slugify(form.title ?? ""));
