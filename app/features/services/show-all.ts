/** What Show All adds to the address of a service's page: the same page with every matching case study (SPEC 2). */
export const SHOW_ALL = { key: "case-studies", value: "all" };

/** The page of a service with every matching case study. */
export const showAllPath = (slug: string) => `/services/${slug}?${SHOW_ALL.key}=${SHOW_ALL.value}`;
