import { type Column, ilike, or, type SQL } from "drizzle-orm";

/** Returns an `ilike` pattern that matches any text containing this one; percent signs and underscores are literal. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Returns a condition that matches rows in which a column contains the text, ignoring case; undefined if it is empty.
 */
export const contains = (text: string, ...columns: (Column | SQL | SQL.Aliased)[]): SQL | undefined =>
  text ? or(...columns.map((column) => ilike(column as Column, likePattern(text)))) : undefined;
