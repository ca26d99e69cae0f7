import { and, gte, lt } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { TaskList } from "graphile-worker";
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
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import { isAnnounced } from "../app/platform/http/public-site.ts";
import type { Log } from "../app/platform/log.server.ts";

const ENDPOINT = "https://api.indexnow.org/indexnow";
const ANSWER_MS = 10_000;
/** The protocol's limit on URLs per call. */
const URLS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** A time span whose end is exclusive. */
type Span = { from: Date; to: Date };

/** Returns the minute before last, whose writes are all committed by now, even if clocks differ. */
export function minuteBefore(run: Date): Span {
  return { from: new Date(run.getTime() - 2 * MINUTE_MS), to: new Date(run.getTime() - MINUTE_MS) };
}

/**
 * Announces changed public URLs to search engines (IndexNow). Includes pages just hidden or deleted, but no drafts.
 * @returns the number of changed URLs; 0 if no call was made
 * @throws if search engines can't be reached or return an error, so that the worker retries
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
  for (let at = 0; at < paths.length; at += URLS_MAX) {
    const limit = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: `${siteUrl}/${key}.txt`,
        urlList: paths.slice(at, at + URLS_MAX).map((path) => new URL(path, siteUrl).href),
      }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`IndexNow returned ${response.status}`);
  }
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
  // A draft's former path doesn't redirect, so it isn't announced.
  const left: string[] = [];
  const paths = [...redirected.map(({ path }) => path), ...moved.map((row) => pathOf(row as RecordPath))];
  for (const path of paths) if (await findRedirect(db, path)) left.push(path);
  const changed = texts.map(({ page_name }) => page_name);
  // A list page changes with the records on it.
  for (const { page, paths } of records) if (paths.length) changed.push(page.section);
  const hidden = new Set(seo.filter((row) => !row.is_indexable).map(({ page_name }) => page_name));
  // Pages just hidden or shown need a new crawl.
  const turned = seo.filter(({ updated_at }) => updated_at >= from && updated_at < to);
  const names = [...changed.filter((name) => !hidden.has(name)), ...turned.map(({ page_name }) => page_name)];
  return [
    ...new Set([...names.filter(isPage).map(pagePath), ...records.flatMap(({ paths }) => paths), ...left]),
  ].sort();
}

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name) && name !== "not-found";

/** A run announces one minute's changes, so failed runs are retried. Runs missed in the last hour are made up for. */
export const EACH_MINUTE_ANNOUNCED = {
  task: "announce_changes",
  match: "* * * * *",
  options: { backfillPeriod: 3_600_000, maxAttempts: 10 },
};

/** Returns the task that notifies search engines, if the site is announced. */
export function announcing(db: Database, config: Config, log: Log): TaskList {
  const { siteUrl } = config;
  if (!isAnnounced(config)) return {};
  return {
    async announce_changes(payload, { abortSignal }) {
      const { _cron } = payload as { _cron: { ts: string } };
      const addresses = await announceChanges(db, minuteBefore(new Date(_cron.ts)), {
        siteUrl,
        signal: abortSignal,
      });
      if (addresses) log.info({ addresses }, "Notified search engines of changes");
    },
  };
}
