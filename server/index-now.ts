// Announces changed pages to search engines (IndexNow), so that they don't have to crawl to find out.
import { and, gte, lt } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { pagePath } from "../app/copy/site/page-path.ts";
import { type PageName, pages } from "../app/copy/site/pages.ts";
import { listPageSeo } from "../app/features/page-seo/queries.server.ts";
import { kindsWith } from "../app/features/records/kinds.server.ts";
import { listChangedPaths as listChangedRecords } from "../app/features/records/queries.server.ts";
import { findRedirect } from "../app/features/redirects/queries.server.ts";
import { pathOf, type RecordPath } from "../app/features/redirects/record-paths.ts";
import { redirects, slug_history } from "../app/features/redirects/table.server.ts";
import { ensureIndexNowKey } from "../app/features/settings/index-now.server.ts";
import { website_content } from "../app/features/website-content/table.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";

const ENDPOINT = "https://api.indexnow.org/indexnow";
const ANSWER_MS = 10_000;
/** The protocol's limit per call. */
const URLS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** A time span; its end is exclusive. */
type Span = { from: Date; to: Date };

/**
 * Returns the minute that a run covers: the one before last, so that everything written in it is committed, even if
 * clocks differ. Each minute has one run, and many saves within it become one announcement.
 */
export function minuteBefore(run: Date): Span {
  return { from: new Date(run.getTime() - 2 * MINUTE_MS), to: new Date(run.getTime() - MINUTE_MS) };
}

/**
 * Announces every public URL whose content changed: published records, pages with their texts and SEO settings, and
 * URLs that moved or are gone. Drafts aren't announced, nor are texts of pages that are hidden from search engines.
 * @returns how many URLs; zero makes no call
 * @throws if search engines can't be reached or refuse, so that the worker retries
 */
export async function announceChanges(
  db: Database,
  span: Span,
  options: { siteUrl: string; endpoint?: string; signal?: AbortSignal },
): Promise<number> {
  const { siteUrl, endpoint = ENDPOINT, signal } = options;
  const paths = await listChangedPaths(db, span);
  if (!paths.length) return 0;
  const key = await ensureIndexNowKey(db);
  const limit = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      host: new URL(siteUrl).host,
      key,
      keyLocation: `${siteUrl}/${key}.txt`,
      urlList: paths.slice(0, URLS_MAX).map((path) => new URL(path, siteUrl).href),
    }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`IndexNow returned ${response.status}`);
  return paths.length;
}

async function listChangedPaths(db: Database, { from, to }: Span): Promise<string[]> {
  const isIn = (column: PgColumn) => and(gte(column, from), lt(column, to));
  const [records, texts, seo, redirected, moved] = await Promise.all([
    Promise.all(
      kindsWith("page").map(async ({ page }) => ({
        page,
        paths: await listChangedRecords(db, page, { from, to }),
      })),
    ),
    db
      .selectDistinct({ page_name: website_content.page_name })
      .from(website_content)
      .where(isIn(website_content.updated_at)),
    listPageSeo(db),
    db.select({ path: redirects.from_path }).from(redirects).where(isIn(redirects.updated_at)),
    db
      .select({ kind: slug_history.kind, slug: slug_history.slug })
      .from(slug_history)
      .where(isIn(slug_history.updated_at)),
  ]);
  // Old paths are announced only if they redirect; a draft's former path doesn't.
  const left: string[] = [];
  const paths = [...redirected.map(({ path }) => path), ...moved.map((row) => pathOf(row as RecordPath))];
  for (const path of paths) if (await findRedirect(db, path)) left.push(path);
  const changed = texts.map(({ page_name }) => page_name);
  // A list page changes with the records it lists.
  for (const { page, paths } of records) if (paths.length) changed.push(page.section);
  const hidden = new Set(seo.filter((row) => !row.is_indexable).map(({ page_name }) => page_name));
  // A page that was just hidden or shown needs a new visit.
  const turned = seo.filter(({ updated_at }) => updated_at >= from && updated_at < to);
  const names = [...changed.filter((name) => !hidden.has(name)), ...turned.map(({ page_name }) => page_name)];
  return [
    ...new Set([...names.filter(isPage).map(pagePath), ...records.flatMap(({ paths }) => paths), ...left]),
  ].sort();
}

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name) && name !== "not-found";
