/**
 * Where a page of a list stands.
 * @param matching how many rows the whole list has
 * @param asked.page from 1; beyond the last page means the last page
 * @returns the page that there is, of how many, and how many rows come before it
 */
export function pageOf(matching: number, asked: { page: number; perPage: number }) {
  const pages = Math.max(1, Math.ceil(matching / asked.perPage));
  const page = Math.min(Math.max(1, asked.page), pages);
  return { page, pages, offset: (page - 1) * asked.perPage };
}
