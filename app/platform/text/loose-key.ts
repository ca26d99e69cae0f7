/** Returns a name in lowercase without spaces or hyphens, to match industries (decision 0035.23). */
export const looseKey = (name: string) => name.toLowerCase().replace(/[\s\u2010\u2011-]+/g, "");
