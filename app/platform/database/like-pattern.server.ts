import { type Column, ilike, or, type SQL } from "drizzle-orm";

/** Returns an `ilike` pattern that matches values containing `text`. `%` and `_` are literal. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Matches rows in which any column contains the text, ignoring case; undefined for an empty text. */
export const contains = (text: string, ...columns: (Column | SQL | SQL.Aliased)[]): SQL | undefined =>
  text ? or(...columns.map((column) => ilike(column as Column, likePattern(text)))) : undefined;
