// Some pages in page_seo have no public URL (decision 0035.7).
import { and, eq, sql } from "drizzle-orm";
import type { PageSeo } from "../../copy/site/page-copy.ts";
import { pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened } from "../../platform/database/refused.ts";
import type { PageSeoInput } from "./rules.ts";
import { page_seo } from "./table.server.ts";

/** SEO defaults for a page without built-in texts. */
export const NO_SEO: PageSeo = {
  meta_title: "",
  meta_description: "",
  meta_keywords: "",
  is_indexable: true,
  is_followable: true,
};

const builtInSeo = (page: string): PageSeo =>
  Object.hasOwn(pages, page) ? pages[page as keyof typeof pages].seo : NO_SEO;

/**
 * Returns a page's SEO for its form, with defaults in empty fields. `builtIn` has all the defaults.
 * @returns `version` 0 and `updated_at` null if nothing is stored
 */
export async function findPageSeo(db: Database, page: string) {
  const [row] = await db.select().from(page_seo).where(eq(page_seo.page_name, page));
  const builtIn = builtInSeo(page);
  const absent = {
    page_name: page,
    ...builtIn,
    canonical_url: "",
    share_image: null,
    version: 0,
    updated_at: null,
  };
  const { page_name, ...stored } = row ?? absent;
  return {
    ...stored,
    meta_title: stored.meta_title || builtIn.meta_title,
    meta_description: stored.meta_description || builtIn.meta_description,
    meta_keywords: stored.meta_keywords || builtIn.meta_keywords,
    share_image: stored.share_image ?? "",
    builtIn,
  };
}

/**
 * Saves a page's SEO.
 * @param version 0 if nothing was stored
 * @throws ChangedSinceOpened if a newer version was saved in the meantime
 */
export async function savePageSeo(
  db: Database,
  page: string,
  version: number,
  { share_image, ...words }: PageSeoInput,
) {
  const input = { ...words, share_image: share_image === "" ? null : share_image };
  const result = version
    ? await db
        .update(page_seo)
        .set({ ...input, updated_at: sql`now()` })
        .where(and(eq(page_seo.page_name, page), eq(page_seo.version, version)))
    : await db
        .insert(page_seo)
        .values({ page_name: page, ...input })
        .onConflictDoNothing();
  if (result.rowCount) return;
  const { version: newer } = await findPageSeo(db, page);
  throw new ChangedSinceOpened("saved this page's SEO", newer);
}
