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

/** The page of a list that a query's value asks for, from 1; the first one where it is no number. */
export const askedPage = (value: string | null): number => Math.max(1, Number.parseInt(value ?? "", 10) || 1);

/** Whether a query's value says just this page and nothing else: otherwise its address leads to the page's own. */
export const saysPage = (value: string | null, page: number): boolean =>
  !value || (/^\d+$/.test(value) && Number(value) === page);
