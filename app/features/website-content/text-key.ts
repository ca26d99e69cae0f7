/** Identifies a text (SPEC 3, website_content). */
export type TextKey = { page_name: string; section_name: string; content_key: string };

/** Returns a key as one string for a URL's query. `readTextKey` parses it. */
export const writeTextKey = ({ page_name, section_name, content_key }: TextKey) =>
  [page_name, section_name, content_key].map(encodeURIComponent).join(":");

/** Parses a key; null if it isn't three non-empty, correctly encoded parts. */
export function readTextKey(text: string): TextKey | null {
  try {
    const [page_name, section_name, content_key, ...more] = text.split(":").map(decodeURIComponent);
    if (!page_name || !section_name || !content_key || more.length) return null;
    return { page_name, section_name, content_key };
  } catch {
    // `decodeURIComponent` throws on malformed percent-encoding.
    return null;
  }
}
