/** A pattern for `ilike` that any text with this one in it fits; percent sign and underscore are letters here. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
