import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { TextKey } from "./text-key.ts";

/**
 * Returns the texts that contain a link, either as their whole value, like a button's, or within their HTML.
 * @param pages texts by page, section and key, as `loadTexts` returns them
 * @param link the path or URL as the texts write it
 */
export function textsWithLink(
  pages: { [page: string]: { [section: string]: { [key: string]: CopyValue } } },
  link: string,
): TextKey[] {
  const found: TextKey[] = [];
  for (const [page_name, sections] of Object.entries(pages))
    for (const [section_name, texts] of Object.entries(sections))
      for (const [content_key, value] of Object.entries(texts))
        if (linksTo(value, link)) found.push({ page_name, section_name, content_key });
  return found;
}

function linksTo(value: CopyValue, link: string): boolean {
  if (typeof value === "string") return value === link || value.includes(`href="${link}"`);
  if (typeof value !== "object") return false;
  return Object.values(value).some((part) => linksTo(part as CopyValue, link));
}
