// Reads page_seo for public pages.
import type { PageSeo } from "../../copy/site/page-copy.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { page_seo } from "./table.server.ts";

/**
 * Returns a page's SEO: the owner's row, with the defaults of `copy/` for empty fields.
 * @returns also the owner's share image, and the names of all hidden pages
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

/**
 * Returns the owner's choices for pages: whether each is indexable, its canonical URL and image, and when that last
 * changed.
 */
export function listPageSeo(db: Database) {
  const { page_name, is_indexable, canonical_url, share_image, updated_at } = page_seo;
  return db.select({ page_name, is_indexable, canonical_url, share_image, updated_at }).from(page_seo);
}
