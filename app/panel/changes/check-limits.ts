/** Pages rendered and redirects followed per request. */
export const PAGES_AT_ONCE = 10;
