// The pages of what waits as they would be, checked before they are published.
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { applyChanges, type Change } from "../../features/changes/apply.server.ts";
import { listChanges } from "../../features/changes/publish.server.ts";
import { findPictures } from "../../features/media/pictures.server.ts";
import type { Check } from "../../features/page-facts/checks.ts";
import { readPage } from "../../features/page-facts/read-page.server.ts";
import { checkPage } from "../../features/publish-checks/check-page.server.ts";
import { LinkFollower } from "../../features/publish-checks/links.server.ts";
import { findSearchChanges, type SearchChange } from "../../features/publish-checks/search-changes.ts";
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
import { type CheckedRedirect, findRedirects, followRedirects } from "./redirect-checks.server.ts";

/** One page of what waits: what changes on it for search engines, and what its checks say. */
export type CheckedPage = { path: string; isNew: boolean; changes: SearchChange[]; checks: Check[] };
/** @property more pages that were not looked at; `refused`: why nothing of it can be published as it is */
export type PendingChecks = {
  pages: CheckedPage[];
  redirects: CheckedRedirect[];
  more: number;
  refused?: string;
};

/** Each page is made and its links are followed; so many redirects besides. */
const PAGES_MAX = 10;
/** Addresses of links that are asked for as they would be, in one making of the changes. */
const LINKS_MAX = 30;
/** Pages are rendered for so long in one making of the changes: a save of one of their records waits for it. */
const HELD_MS = 500;
/** Makings of the changes for one list of addresses; on a slow machine, what is left by then is not looked at. */
const MAKINGS_MAX = 4;
/** For the pages, for links of theirs that lead elsewhere by then, for where those lead. */
const ROUNDS = 3;

export async function loader({ url, context }: Route.LoaderArgs) {
  const set = z.uuid().safeParse(url.searchParams.get("set"));
  if (!set.success) throw data(null, { status: 404 });
  const changes = await listChanges(context.get(ownerDb), set.data);
  try {
    return Response.json(await checkPages(context, changes));
  } catch (error) {
    if (!(error instanceof Refused)) {
      // Other previews and checks are being made, which is no fault.
      if (!isCrowded(error)) log.error({ err: error }, "The changed pages couldn't be checked");
      throw data(null, { status: 503 });
    }
    const none = { pages: [], redirects: [], more: 0 };
    return Response.json({ ...none, refused: error.message } satisfies PendingChecks);
  }
}

/** What the site answers with the changes in it. */
type Answer = { status: number; headers: Headers; html: string };

/**
 * Checks the first pages. The changes are made once for all of them: only what has to be rendered with them is asked for
 * meanwhile, everything else afterwards, so that a save of one of their records does not wait for it.
 */
async function checkPages(context: Readonly<RouterContextProvider>, changes: readonly Change[]) {
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const visit = context.get(fetchAsVisitor);
  const answers = new Map<string, Answer>();
  type Ask = (path: string) => Promise<Response>;
  /** Renders the pages, in the transaction that makes the changes. @returns those for which the time has not reached */
  const render = async (ask: Ask, paths: readonly string[]) => {
    const until = performance.now() + HELD_MS;
    for (const [i, path] of paths.entries()) {
      if (performance.now() > until) return paths.slice(i);
      const page = await ask(path);
      answers.set(path, { status: page.status, headers: page.headers, html: await page.text() });
    }
    return [];
  };
  const make = (tx: Database) => applyChanges(tx, changes, "take");
  const renderRest = async (paths: readonly string[], makings: number) => {
    let rest = paths;
    for (let left = makings; rest.length && left > 0; left--)
      rest = await within(make, (ask) => render(ask, rest), "link");
  };
  const live = await listChangedPages(db, changes);
  const within = context.get(showPreviews);
  const { pages, moved, redirects, rest } = await within(
    async (tx) => {
      await make(tx);
      const redirects = await findRedirects(tx, changes);
      return { ...comparePaths(changes, live, await listChangedPages(tx, changes)), redirects };
    },
    async (ask, found) => {
      const first = found.pages.slice(0, PAGES_MAX).map(({ to }) => to);
      const old = found.redirects.slice(0, PAGES_MAX).map(({ from_path }) => from_path);
      return { ...found, rest: await render(ask, [...first, ...old]) };
    },
    // Without the way to the panel, which would be a link of the page.
    "link",
  );
  await renderRest(rest, MAKINGS_MAX - 1);

  /** Addresses of links that have to be asked for with the changes. */
  const wanted = new Set<string>();
  const ask: FetchAsVisitor = async (path, method) => {
    const known = answers.get(path);
    if (known) return new Response(method === "HEAD" ? null : known.html, known);
    // What these changes do not touch is asked for as it is, which costs next to nothing.
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
      const findOwn = (texts: string[]) => findPictures(db, texts);
      found.set(to, (await checkPage(to, { ask, siteUrl, findOwn, follower })).checks);
    }
    followed = await followRedirects(redirects.slice(0, PAGES_MAX), { ask, siteUrl });
    if (!wanted.size || round === ROUNDS) break;
    const paths = [...wanted].slice(0, LINKS_MAX);
    wanted.clear();
    await renderRest(paths, MAKINGS_MAX);
  }

  const checked: CheckedPage[] = [];
  for (const { from, to, html } of shown) {
    const before = await fetchHtml(visit, from);
    const changed = findSearchChanges(before === null ? null : readPage(before), readPage(html));
    checked.push({ path: to, isNew: before === null, changes: changed, checks: found.get(to)! });
  }
  const more = pages.length - checked.length + redirects.length - followed.length;
  return { pages: checked, redirects: followed, more } satisfies PendingChecks;
}

async function fetchHtml(visit: FetchAsVisitor, path: string): Promise<string | null> {
  const response = await visit(path);
  return response.status === 200 ? response.text() : null;
}

/**
 * The pages that show what waits, each once: at which path they are, and at which they will be; and the addresses at
 * which something else stands by then, or nothing.
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
    // A redirect is no page; where it leads is told beside them.
    if (kind === "redirects") continue;
    for (const to of next[i]!) {
      // A picture is on several pages, and renames none of them.
      const from = (kind === "media" ? undefined : live[i]![0]) ?? to;
      if (!pages.has(to)) pages.set(to, { from, to });
    }
  }
  return { pages: [...pages.values()], moved };
}
