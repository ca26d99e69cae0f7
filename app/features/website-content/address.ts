/** Where a text of the site stands (SPEC 3, website_content). */
export type TextAddress = { page_name: string; section_name: string; content_key: string };

/** An address on one line, for the query of a page's own address; `readAddress` takes it apart again. */
export const writeAddress = ({ page_name, section_name, content_key }: TextAddress) =>
  [page_name, section_name, content_key].map(encodeURIComponent).join(":");

/** @returns null for what `writeAddress` has not made */
export function readAddress(text: string): TextAddress | null {
  try {
    const [page_name, section_name, content_key, ...more] = text.split(":").map(decodeURIComponent);
    if (!page_name || !section_name || !content_key || more.length) return null;
    return { page_name, section_name, content_key };
  } catch {
    // A percent sign with nothing behind it.
    return null;
  }
}
