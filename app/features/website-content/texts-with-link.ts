import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { TextKey } from "./text-key.ts";

/**
 * Returns the texts that contain a link, as a whole value or in HTML.
 * @param pages texts by page, section and key, as from `loadTexts`
 * @param link the path or URL as written
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
