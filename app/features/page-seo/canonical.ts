/**
 * Returns a page's canonical URL, which is absolute.
 * @param own the URL or path that the owner entered; empty if the page is its own canonical
 * @param page absolute URL
 */
export const canonicalOf = (own: string, page: string): string => URL.parse(own || page, page)?.href ?? page;
