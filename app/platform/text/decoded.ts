/** Returns a part of a URL with its escapes decoded; unchanged if one of them is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
