// The pages of what waits as they would be, checked before they are published.
import { data } from "react-router";
import { z } from "zod";
import { applyChanges, type Change, rolledBack } from "../../features/changes/apply.server.ts";
import { listChanges } from "../../features/changes/publish.server.ts";
import { findPictures } from "../../features/media/pictures.server.ts";
import { checkPage } from "../../features/publish-checks/check-page.server.ts";
import type { Check } from "../../features/publish-checks/checks.ts";
import { readPageFacts } from "../../features/publish-checks/page-facts.server.ts";
import { findSearchChanges, type SearchChange } from "../../features/publish-checks/search-changes.ts";
import {
  configContext,
  type FetchAsVisitor,
  fetchAsVisitor,
  ownerDb,
  showPreview,
} from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { asNone, findChangedPages } from "../save.places.server.ts";
import type { Route } from "./+types/checks";
import { type CheckedRedirect, checkRedirects } from "./redirect-checks.server.ts";

/** One page of what waits: what changes on it for search engines, and what its checks say. */
export type CheckedPage = { path: string; isNew: boolean; changes: SearchChange[]; checks: Check[] };
/** @property more pages that were not looked at; `refused`: why nothing of it can be published as it is */
export type WaitingChecks = {
  pages: CheckedPage[];
  redirects: CheckedRedirect[];
  more: number;
  refused?: string;
};

/** Each page is made and its links are followed. */
const PAGES_MAX = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const set = z.uuid().safeParse(url.searchParams.get("set"));
  if (!set.success) throw data(null, { status: 404 });
  const db = context.get(ownerDb);
  const changes = await listChanges(db, set.data);
  try {
    const redirects = changes.filter(({ kind }) => kind === "redirects");
    const pages = await findPages(db, changes);
    const moved = new Set(pages.map(({ from }) => from));
    const { siteUrl } = context.get(configContext);
    const visit = context.get(fetchAsVisitor);
    const preview = (path: string) =>
      context.get(showPreview)(async (tx) => {
        await applyChanges(tx, changes, "take");
        return path;
        // Without the way to the panel, which would be a link of the page.
      }, "link");
    /** As it would be; what these changes do not touch is asked for as it is, which costs next to nothing. */
    const ask: FetchAsVisitor = async (path, method) => {
      if (method === "HEAD" && !moved.has(path)) {
        const live = await visit(path, "HEAD");
        if (live.ok) return live;
      }
      return preview(path);
    };
    const checked: CheckedPage[] = [];
    for (const { from, to } of pages.slice(0, PAGES_MAX)) {
      const [before, after] = [await readPage(visit, from), await (await preview(to)).text()];
      const own = (texts: string[]) => findPictures(db, texts);
      checked.push({
        path: to,
        isNew: before === null,
        changes: findSearchChanges(before === null ? null : readPageFacts(before), readPageFacts(after)),
        checks: (await checkPage(to, { ask, siteUrl, findOwn: own })).checks,
      });
    }
    const followed = redirects.slice(0, PAGES_MAX);
    const site = { ask, preview, siteUrl };
    return Response.json({
      pages: checked,
      redirects: await checkRedirects(db, followed, changes, site),
      more: Math.max(0, pages.length - PAGES_MAX) + redirects.length - followed.length,
    } satisfies WaitingChecks);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json({
      pages: [],
      redirects: [],
      more: 0,
      refused: error.message,
    } satisfies WaitingChecks);
  }
}

async function readPage(visit: FetchAsVisitor, path: string): Promise<string | null> {
  const response = await visit(path);
  return response.status === 200 ? response.text() : null;
}

/** The pages that show what waits, each once: at which path they are, and at which they will be. */
async function findPages(db: Database, changes: readonly Change[]) {
  // A redirect is no page; where it leads is told beside them.
  const withPages = changes.filter(({ kind }) => kind !== "redirects");
  const pathsIn = async (tx: Database) => {
    const paths: string[][] = [];
    for (const change of withPages) paths.push((await findChangedPages(tx, change).catch(asNone)) ?? []);
    return paths;
  };
  const live = await pathsIn(db);
  const next = await rolledBack(db, async (tx) => {
    await applyChanges(tx, changes, "take");
    return pathsIn(tx);
  });
  const pages = new Map<string, { from: string; to: string }>();
  for (const [i, paths] of next.entries()) {
    for (const to of paths) {
      // A picture is on several pages, and renames none of them.
      const from = (withPages[i]!.kind === "media" ? undefined : live[i]?.[0]) ?? to;
      if (!pages.has(to)) pages.set(to, { from, to });
    }
  }
  return [...pages.values()];
}
