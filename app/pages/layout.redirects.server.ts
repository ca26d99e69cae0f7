// Finds out what happened to a path that no route serves.
import { data, generatePath, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { noPost } from "../features/blog/absence.ts";
import { noCaseStudy } from "../features/case-studies/absence.ts";
import { imagesIn } from "../features/media/images.server.ts";
import { absenceLog } from "../features/redirects/absence-log.server.ts";
import { missingPage } from "../features/redirects/missing-page.server.ts";
import { canonicalPath, normalPath, redirectUrl } from "../features/redirects/paths.ts";
import { findRedirect, isQueryRedirected, permanentRedirect } from "../features/redirects/queries.server.ts";
import { recordOf } from "../features/redirects/record-paths.ts";
import { findRecords } from "../features/redirects/slug-history.server.ts";
import { findIndexNowKey, isKeyFile } from "../features/settings/index-now.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import {
  configContext,
  fetchAsVisitor,
  gapTaker,
  type PreviewBy,
  previewBy,
  requestInfo,
  visitorDb,
} from "../platform/http/context.server.ts";
import { isDatabaseFault } from "../platform/http/fault.server.ts";
import { GAP_MARK, type Gap } from "../platform/http/gap.ts";
import { maskPath } from "../platform/http/personal-path.server.ts";
import { log } from "../platform/log.server.ts";
import type { AbsenceWords } from "../ui/site/absence.tsx";
import type { Shell } from "./layout.shell.ts";

/** Thrown for a path that was permanently removed: everything that its page shows. */
export type Gone = Shell & { words: AbsenceWords; bar: PreviewBy | null };

type Context = Readonly<RouterContextProvider>;
/** A path and how the routes match it. */
type Place = {
  pathname: string;
  search: string;
  pattern: string;
  params: Record<string, string | undefined>;
};

const logAbsence = absenceLog(log);

/** Common paths on other sites, for pages that have a different path here; the owner's own redirects come first. */
const CUSTOMARY = new Map([
  ["/index.html", "/"],
  ["/index.php", "/"],
  ["/feed", "/rss.xml"],
  ["/rss", "/rss.xml"],
]);

/** The pattern of the page for paths that no other route matches. */
const ANY = "*";

/**
 * Redirects paths that moved (301) and responds with 410 to those that were removed. A page has only one URL: other
 * spellings, with capitals or a trailing slash, are redirected. Also serves the IndexNow key file, because no route
 * pattern is specific enough for its random name.
 *
 * All of this is decided before rendering. If there is nothing at a path, nothing needs to be rendered, because
 * visitors can make up any number of paths.
 */
export const followRedirects: MiddlewareFunction<Response> = async (
  { request, context, pattern, params },
  next,
) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { pathname, search } = new URL(request.url);
  const found = await look(context, { pathname, search, pattern, params }).catch((error: unknown) => {
    // The page itself hits the same error and reports it in its own words.
    if (isDatabaseFault(error)) return "page" as const;
    throw error;
  });
  if (found instanceof Response) return found;
  const taker = context.get(gapTaker);
  if (found === "page") return next();
  // decision 0035.18; `enhance/` logs it in the browser's console.
  if (pattern === ANY && request.method === "GET" && !pathname.includes(GAP_MARK))
    logAbsence({ request: context.get(requestInfo).id, path: maskPath(pathname) });
  if (!taker) return next();
  taker.gap = pattern === ANY ? missingPage(pathname) : absentRecord(pattern);
  return new Response(null, { status: 404 });
};

/** Returns the page of a missing record, which shows nothing from its URL. */
const absentRecord = (pattern: string): Gap => ({
  template: `/${pattern.replace(/:\w+/, GAP_MARK)}`,
  mark: "",
  text: "",
});

/**
 * Returns what is at a path: a redirect, "page" for a page to render, or "nothing".
 * @throws the page of a path that was permanently removed
 */
async function look(context: Context, { pathname, search, pattern, params }: Place) {
  const { siteUrl } = context.get(configContext);
  const db = context.get(visitorDb);
  const isPage = async (path: string) => (await context.get(fetchAsVisitor)(path, "HEAD")).status === 200;
  // At the root, any path may be a landing page's.
  const right = pattern === ANY ? pathname : generatePath(`/${pattern}`, params);
  const isElsewhere = search !== "" && (await isQueryRedirected(db, pathname + search));
  const known = !isElsewhere && recordOf(right) ? await findRecords(db, [right]) : undefined;
  const isReached = known ? known.get(right)?.to_path === right : pattern !== ANY && !isElsewhere;
  if (isReached)
    return right !== pathname && (await isPage(right)) ? permanentRedirect(siteUrl + right + search) : "page";

  if (isKeyFile(pathname) && pathname === `/${await findIndexNowKey(db)}.txt`) {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(pathname.slice(1, -".txt".length), { headers });
  }
  const redirect = await findRedirect(
    db,
    pathname + search,
    right === normalPath(pathname) ? known : undefined,
  );
  if (redirect?.to_path) return permanentRedirect(new URL(redirect.to_path, siteUrl).href);
  if (redirect) throw data(await readGone(context, pathname), { status: 410 });
  const clean = canonicalPath(pathname);
  const customary = CUSTOMARY.get(clean);
  if (customary) return permanentRedirect(redirectUrl(pathname + search, customary, siteUrl));
  return clean !== pathname && (await isPage(clean))
    ? permanentRedirect(siteUrl + clean + search)
    : "nothing";
}

async function readGone(context: Context, pathname: string): Promise<Gone> {
  const db = context.get(visitorDb);
  const [texts, settings] = await Promise.all([
    loadTexts(db, ["header", "footer", "not-found", "blog", "case-studies"]),
    readSettings(db),
  ]);
  const images = await imagesIn(context, texts.header.brand);
  return { texts, settings, images, words: wordsOf(pathname, texts), bar: context.get(previewBy) };
}

/**
 * Returns the texts for a removed path. A deleted post or case study shows the page that the spec has for a missing one
 * (SPEC 2).
 */
function wordsOf(
  pathname: string,
  texts: { "not-found": Texts<"not-found">; blog: Texts<"blog">; "case-studies": Texts<"case-studies"> },
): AbsenceWords {
  if (pathname.startsWith("/blog/")) return noPost(texts.blog.detail);
  if (pathname.startsWith("/case-studies/")) return noCaseStudy(texts["case-studies"].detail);
  const { title, text, home_label, home_href } = texts["not-found"].gone;
  return { title, text, back: { label: home_label, href: home_href } };
}
