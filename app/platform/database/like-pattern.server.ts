import { type Column, ilike, or, type SQL } from "drizzle-orm";

/** A pattern for `ilike` that any text with this one in it fits; percent sign and underscore are letters here. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Rows in which one of the columns has the text in it, in any case; all rows where the text is empty. */
export const contains = (text: string, ...columns: (Column | SQL | SQL.Aliased)[]): SQL | undefined =>
  text ? or(...columns.map((column) => ilike(column as Column, likePattern(text)))) : undefined;
