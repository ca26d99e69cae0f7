import type { CopyValue } from "../../copy/page-copy.ts";
import type { TextAddress } from "./address.ts";

/**
 * The texts that lead to an address: those that are it, as a button's, and those that link to it.
 * @param pages texts by page, section and key, as `loadTexts` gives them
 * @param link as the texts write it
 */
export function textsThatLead(
  pages: { [page: string]: { [section: string]: { [key: string]: CopyValue } } },
  link: string,
): TextAddress[] {
  const found: TextAddress[] = [];
  for (const [page_name, sections] of Object.entries(pages))
    for (const [section_name, texts] of Object.entries(sections))
      for (const [content_key, value] of Object.entries(texts))
        if (leads(value, link)) found.push({ page_name, section_name, content_key });
  return found;
}

function leads(value: CopyValue, link: string): boolean {
  if (typeof value === "string") return value === link || value.includes(`href="${link}"`);
  if (typeof value !== "object") return false;
  return Object.values(value).some((part) => leads(part as CopyValue, link));
}
