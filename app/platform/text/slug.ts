/**
 * The address made from a title (SPEC 5, decision 0035.20): lower case, everything but a-z, 0-9, space and
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

/** Longer than any: titles and slugs have 200 characters at most. */
const SLUG_MAX_CHARS = 200;

/** Whether a text is what `slugify` makes, so that a record may have it for its slug. */
export const isSlug = (text: string): boolean =>
  text !== "" && text.length <= SLUG_MAX_CHARS && slugify(text) === text;

/**
 * Whether the slug of an opened form follows its title (decision 0035.20): until it is edited by hand, and again once it is
 * emptied.
 * @param saved the record's slug, which stays as it is
 */
export const followsTitle = (form: { title?: string; slug?: string }, saved?: string): boolean =>
  !form.slug || (form.slug !== saved && form.slug === slugify(form.title ?? ""));
