/** Decodes part of a URL. Returns it unchanged if an escape is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
