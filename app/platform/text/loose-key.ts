/** Returns a name without case, spaces and hyphens, by which service pages find industries (decision 0035.23). */
export const looseKey = (name: string) => name.toLowerCase().replace(/[\s\u2010\u2011-]+/g, "");
