/** Returns the path of a page of the HTML sitemap. */
export const sitemapPath = (page = 1) => (page > 1 ? `/sitemap?page=${page}` : "/sitemap");
