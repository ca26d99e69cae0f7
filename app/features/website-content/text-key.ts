/** Which text of the site it is (SPEC 3, website_content). */
export type TextKey = { page_name: string; section_name: string; content_key: string };

/** A key on one line, for the query of a URL; `readTextKey` takes it apart again. */
export const writeTextKey = ({ page_name, section_name, content_key }: TextKey) =>
  [page_name, section_name, content_key].map(encodeURIComponent).join(":");

/** @returns null for what `writeTextKey` has not made */
export function readTextKey(text: string): TextKey | null {
  try {
    const [page_name, section_name, content_key, ...more] = text.split(":").map(decodeURIComponent);
    if (!page_name || !section_name || !content_key || more.length) return null;
    return { page_name, section_name, content_key };
  } catch {
    // A percent sign with nothing behind it.
    return null;
  }
}
