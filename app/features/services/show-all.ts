/**
 * The query parameter that Show All adds to a service page's URL: the same page with every matching case study (SPEC
 * 2).
 */
export const SHOW_ALL = { key: "case-studies", value: "all" };

/** Returns the path of a service's page with every matching case study. */
export const showAllPath = (slug: string) => `/services/${slug}?${SHOW_ALL.key}=${SHOW_ALL.value}`;
