/** The address of a page of the HTML sitemap, counted from 1, which is not named. */
export const sitemapPath = (page = 1) => (page > 1 ? `/sitemap?page=${page}` : "/sitemap");
