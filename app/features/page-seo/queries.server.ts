import type { PageSeo } from "../../copy/site/page-copy.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { page_seo } from "./table.server.ts";

/**
 * Returns a page's SEO, with the defaults from `copy/` in empty fields.
 * @returns `hidden` lists the names of all hidden built-in pages
 */
export async function readPageSeo(
  db: Database,
  page: PageName,
): Promise<PageSeo & { canonical_url: string; share_image?: string; hidden: PageName[] }> {
  const rows = await db.select().from(page_seo);
  const row = rows.find(({ page_name }) => page_name === page);
  const defaults: PageSeo = pages[page].seo;
  const hidden = rows.filter(({ is_indexable, page_name }) => !is_indexable && isPage(page_name));
  return {
    meta_title: row?.meta_title || defaults.meta_title,
    meta_description: row?.meta_description || defaults.meta_description,
    meta_keywords: row?.meta_keywords || defaults.meta_keywords,
    is_indexable: row?.is_indexable ?? defaults.is_indexable,
    is_followable: row?.is_followable ?? defaults.is_followable,
    canonical_url: row?.canonical_url ?? "",
    share_image: row?.share_image ?? undefined,
    hidden: hidden.map(({ page_name }) => page_name as PageName),
  };
}

const isPage = (name: string) => Object.hasOwn(pages, name);

/** Returns the owner's choices for each page that has a row. */
export function listPageSeo(db: Database) {
  const { page_name, is_indexable, canonical_url, share_image, updated_at } = page_seo;
  return db.select({ page_name, is_indexable, canonical_url, share_image, updated_at }).from(page_seo);
}
