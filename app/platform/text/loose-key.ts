/** A name without regard to case, spaces and hyphens: what service pages find industries by (decision 0035.23). */
export const looseKey = (name: string) => name.toLowerCase().replace(/[\s\u2010\u2011-]+/g, "");
