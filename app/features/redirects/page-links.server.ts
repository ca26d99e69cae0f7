import type { Database } from "../../platform/database/database.server.ts";
import { localPath, normalPath, redirectTarget } from "./paths.ts";
import { findRedirect } from "./queries.server.ts";
import { recordOf } from "./record-paths.ts";
import { findRecords, listOldFilters } from "./slug-history.server.ts";

/** A link as React and the sanitizer write it. Links are never nested. */
const LINK = /<a\b([^>]*?)\shref="([^"]*?\/[^"]*)"([^>]*)>(.*?)<\/a>/gis;

/**
 * Resolves links to records (decisions 0035.33, 0021). A former slug becomes the current path. A link to an
 * unreachable record becomes text. Both keep the original link in an attribute for the publish checks.
 * @param siteUrl to recognize absolute links to this site
 */
export async function resolveLinks(db: Database, html: string, siteUrl: string): Promise<string> {
  const paths = new Set<string>();
  for (const [, , link = ""] of html.matchAll(LINK)) {
    const path = pathOfLink(link, siteUrl);
    if (path) paths.add(path);
  }
  if (paths.size === 0) return html;
  const resolved = await resolve(db, paths);
  if (resolved.size === 0) return html;
  return html.replace(LINK, (whole, before: string, written: string, after: string, words: string) => {
    const path = pathOfLink(written, siteUrl);
    const to = path === null ? undefined : resolved.get(path);
    if (to === undefined) return whole;
    if (to === null) return `<span data-dead-link="${written}">${words}</span>`;
    const link = unescaped(written);
    const isWhole = !link.startsWith("/") && to.startsWith("/");
    const now = (isWhole ? siteUrl : "") + redirectTarget(localPath(link, siteUrl)!, to);
    return `<a${before} href="${escaped(now)}" data-old-link="${written}"${after}>${words}</a>`;
  });
}

function pathOfLink(written: string, siteUrl: string): string | null {
  const local = localPath(unescaped(written), siteUrl);
  const path = local && normalPath(local);
  return path && recordOf(path) ? path : null;
}

/** Returns changed targets by path; null means unreachable. Correct links have no entry. */
async function resolve(db: Database, paths: ReadonlySet<string>): Promise<Map<string, string | null>> {
  const isFilter = (path: string) => recordOf(path)?.kind === "industry";
  const [records, oldFilters] = await Promise.all([
    findRecords(db, paths),
    [...paths].some(isFilter) ? listOldFilters(db) : ([] as string[]),
  ]);
  const resolved = new Map<string, string | null>();
  for (const path of paths) {
    if (isFilter(path) ? !oldFilters.includes(path) : records.get(path)?.to_path === path) continue;
    // If no landing page ever had this path, something else may be there, so leave the link alone.
    if (recordOf(path)?.kind === "landing-page" && !records.has(path)) continue;
    // The owner may have redirected this path.
    const found = await findRedirect(db, path);
    if (found?.to_path || !isFilter(path)) resolved.set(path, found?.to_path ?? null);
  }
  return resolved;
}

const unescaped = (written: string) => written.replaceAll("&amp;", "&");
const escaped = (link: string) => link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
