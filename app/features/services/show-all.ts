/** Query parameter that shows every matching case study (SPEC 2). */
export const SHOW_ALL = { key: "case-studies", value: "all" };

export const showAllPath = (slug: string) => `/services/${slug}?${SHOW_ALL.key}=${SHOW_ALL.value}`;
