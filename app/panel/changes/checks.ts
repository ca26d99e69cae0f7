// Checks pages with their pending changes applied, before publishing.
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { changes as changesWords } from "../../copy/panel/changes.ts";
import { applyChanges, type Change } from "../../features/changes/apply.server.ts";
import { listChanges } from "../../features/changes/publish.server.ts";
import { draftNames, findDrafts } from "../../features/changes/touched.server.ts";
import { findLandingKnown } from "../../features/landing-pages/known.server.ts";
import { findImages } from "../../features/media/images.server.ts";
import { checkPage } from "../../features/page-checks/check-page.server.ts";
import type { Check } from "../../features/page-checks/checks.ts";
import { LinkFollower } from "../../features/page-checks/links.server.ts";
import { readPage } from "../../features/page-checks/read-page.server.ts";
import { findSearchChanges, type SearchChange } from "../../features/page-checks/search-changes.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import {
  configContext,
  type FetchAsVisitor,
  fetchAsVisitor,
  ownerDb,
  showPreviews,
} from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { isCrowded } from "../../platform/work-queue.ts";
import { listChangedPages } from "../saving/places.server.ts";
import type { Route } from "./+types/checks";
import { isClosedTo } from "./action.server.ts";
import { PAGES_AT_ONCE } from "./check-limits.ts";
import { type CheckedRedirect, findRedirects, followRedirects } from "./redirect-checks.server.ts";

export type CheckedPage = { path: string; isNew: boolean; changes: SearchChange[]; checks: Check[] };
/**
 * @property more the number of pages and redirects left to check
 * @property refused why the set can't be published as is
 */
export type PendingChecks = {
  pages: CheckedPage[];
  redirects: CheckedRedirect[];
  more: number;
  refused?: string;
};

/** Limit on link URLs per round. */
const LINKS_MAX = 30;
/** Limit on URLs per preview transaction, which blocks saves of the changed records. */
const HELD_MAX = 5;
/** Round 1 finds links to request, round 2 finds their redirect targets, and round 3 checks both. */
const ROUNDS = 3;

/** URL query: `from` is the number of pages and redirects that earlier requests have checked. */
const urlQuery = z.object({
  drafts: draftNames,
  from: z.coerce.number().int().min(0).max(100_000).catch(0),
});

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = urlQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw data(null, { status: 404 });
  const { drafts, from } = asked.data;
  const db = context.get(ownerDb);
  const chosen = await findDrafts(db, drafts);
  try {
    if (chosen.length < drafts.length) throw new Refused({ "": changesWords.changed });
    if (isClosedTo(context, chosen)) throw new Refused({ "": changesWords.closed });
    return Response.json(await checkPages(context, await listChanges(db, chosen), from));
  } catch (error) {
    if (!(error instanceof Refused)) {
      // `isCrowded` means that other previews or checks are running, which isn't an error.
      if (!isCrowded(error)) log.error({ err: error }, "The changed pages couldn't be checked");
      throw data(null, { status: 503 });
    }
    const none = { pages: [], redirects: [], more: 0 };
    return Response.json({ ...none, refused: error.message } satisfies PendingChecks);
  }
}

type Answer = { status: number; headers: Headers; html: string };

/**
 * Checks the next `PAGES_AT_ONCE` pages. The preview transaction blocks saves, so only URLs that depend on the
 * changes are requested in it.
 * @param from index of the first page or redirect to check; pages come before redirects
 */
async function checkPages(
  context: Readonly<RouterContextProvider>,
  changes: readonly Change[],
  from: number,
) {
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const visit = context.get(fetchAsVisitor);
  const answers = new Map<string, Answer>();
  const render = async (ask: (path: string) => Promise<Response>, paths: readonly string[]) => {
    for (const path of paths) {
      const page = await ask(path);
      answers.set(path, { status: page.status, headers: page.headers, html: await page.text() });
    }
  };
  const make = (tx: Database) => applyChanges(tx, changes, "take");
  const renderAll = async (paths: readonly string[]) => {
    for (let done = 0; done < paths.length; done += HELD_MAX)
      await within(make, (ask) => render(ask, paths.slice(done, done + HELD_MAX)), "link");
  };
  const live = await listChangedPages(db, changes);
  const within = context.get(showPreviews);
  const { pages, moved, redirects, more, rest } = await within(
    async (tx) => {
      await make(tx);
      const redirects = await findRedirects(tx, changes);
      return { ...comparePaths(changes, live, await listChangedPages(tx, changes)), redirects };
    },
    async (ask, found) => {
      const next = nextOf(found, from);
      const paths = [...next.pages.map(({ to }) => to), ...next.redirects.map(({ from_path }) => from_path)];
      await render(ask, paths.slice(0, HELD_MAX));
      return { ...found, ...next, rest: paths.slice(HELD_MAX) };
    },
    // Hide the owner bar: its link to the panel would count as a link on the page.
    "link",
  );
  await renderAll(rest);

  /** Link URLs to request with the changes applied. */
  const wanted = new Set<string>();
  const ask: FetchAsVisitor = async (path, method) => {
    const known = answers.get(path);
    if (known) return new Response(method === "HEAD" ? null : known.html, known);
    // URLs that the changes don't affect need no preview transaction.
    const now = moved.has(path) ? null : await visit(path, method);
    if (now?.ok) return now;
    wanted.add(path);
    return new Response(null, { status: 503 });
  };
  const follower = new LinkFollower(ask, siteUrl);
  const shown = pages.flatMap((page) => {
    const answer = answers.get(page.to);
    return answer ? [{ ...page, html: answer.html }] : [];
  });
  const found = new Map<string, Check[]>();
  let followed: CheckedRedirect[] = [];
  for (let round = 1; ; round++) {
    for (const { to } of shown) {
      const findOwn = (texts: string[]) => findImages(db, texts);
      found.set(
        to,
        (await checkPage(to, { ask, siteUrl, findOwn, follower, known: await findLandingKnown(db, to) }))
          .checks,
      );
    }
    followed = await followRedirects(redirects, { ask, siteUrl });
    if (!wanted.size || round === ROUNDS) break;
    const paths = [...wanted].slice(0, LINKS_MAX);
    wanted.clear();
    await renderAll(paths);
  }

  const checked: CheckedPage[] = [];
  for (const { from, to, html } of shown) {
    const before = await fetchHtml(visit, from);
    const changed = findSearchChanges(before === null ? null : readPage(before), readPage(html));
    checked.push({ path: to, isNew: before === null, changes: changed, checks: found.get(to)! });
  }
  return { pages: checked, redirects: followed, more } satisfies PendingChecks;
}

/** Returns the pages and redirects to check in this request, and the number that are left. */
function nextOf<Page, Old>(all: { pages: readonly Page[]; redirects: readonly Old[] }, from: number) {
  const pages = all.pages.slice(from, from + PAGES_AT_ONCE);
  const start = Math.max(0, from - all.pages.length);
  const redirects = all.redirects.slice(start, start + PAGES_AT_ONCE - pages.length);
  const more = all.pages.length + all.redirects.length - from - pages.length - redirects.length;
  return { pages, redirects, more: Math.max(0, more) };
}

async function fetchHtml(visit: FetchAsVisitor, path: string): Promise<string | null> {
  const response = await visit(path);
  return response.status === 200 ? response.text() : null;
}

/**
 * Returns changed pages with their current and future paths, and URLs whose content changes or disappears.
 */
function comparePaths(
  changes: readonly Change[],
  live: readonly (readonly string[])[],
  next: readonly (readonly string[])[],
) {
  const pages = new Map<string, { from: string; to: string }>();
  const moved = new Set<string>();
  for (const [i, { kind, fields }] of changes.entries()) {
    const isMoved = kind === "redirects" || "slug" in fields || "published" in fields;
    if (isMoved) for (const path of [...live[i]!, ...next[i]!]) moved.add(path);
    // Redirects are listed separately.
    if (kind === "redirects") continue;
    for (const to of next[i]!) {
      // Changing an image doesn't change the paths of the pages that show it.
      const from = (kind === "media" ? undefined : live[i]![0]) ?? to;
      if (!pages.has(to)) pages.set(to, { from, to });
    }
  }
  return { pages: [...pages.values()], moved };
}
