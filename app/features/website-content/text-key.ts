/** Identifies a text on the site (SPEC 3, website_content). */
export type TextKey = { page_name: string; section_name: string; content_key: string };

/** Returns a key on one line, for a URL's query; `readTextKey` parses it. */
export const writeTextKey = ({ page_name, section_name, content_key }: TextKey) =>
  [page_name, section_name, content_key].map(encodeURIComponent).join(":");

/** Returns null for anything that `writeTextKey` didn't write. */
export function readTextKey(text: string): TextKey | null {
  try {
    const [page_name, section_name, content_key, ...more] = text.split(":").map(decodeURIComponent);
    if (!page_name || !section_name || !content_key || more.length) return null;
    return { page_name, section_name, content_key };
  } catch {
    // A percent sign that isn't followed by two hex digits.
    return null;
  }
}
