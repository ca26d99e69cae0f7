/**
 * Returns a page's canonical URL.
 * @param own what the owner entered: a URL, or a path on this site; empty for the page itself
 * @param page the page's URL
 */
export const canonicalOf = (own: string, page: string): string => URL.parse(own || page, page)?.href ?? page;
