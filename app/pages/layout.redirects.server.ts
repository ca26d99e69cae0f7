// Handles paths that no route serves, with redirects, 410s and 404s.
import { data, generatePath, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { noPost } from "../features/blog/absence.ts";
import { noCaseStudy } from "../features/case-studies/absence.ts";
import { imagesIn } from "../features/media/images.server.ts";
import { absenceLog } from "../features/redirects/absence-log.server.ts";
import { missingPage } from "../features/redirects/missing-page.server.ts";
import { canonicalPath, normalPath, redirectUrl } from "../features/redirects/paths.ts";
import { isQuery } from "../features/redirects/patterns.ts";
import { findOwn, findRedirect, permanentRedirect } from "../features/redirects/queries.server.ts";
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

/** The data of the 410 page, thrown for a permanently removed path. */
export type Gone = Shell & { words: AbsenceWords; bar: PreviewBy | null };

type Context = Readonly<RouterContextProvider>;
/** A path and its route match. */
type Place = {
  pathname: string;
  search: string;
  pattern: string;
  params: Record<string, string | undefined>;
};

const logAbsence = absenceLog(log);

/** Paths that are common on other sites. The owner's own redirects win. */
const CUSTOMARY = new Map(
  Object.entries({
    "/": ["/index.html", "/index.php"],
    "/rss.xml": [
      ...["/feed", "/feed/rss2", "/feed/atom", "/rss", "/feed.xml", "/atom.xml", "/index.xml"],
      ...["/blog/feed", "/blog/rss", "/blog/rss.xml", "/blog/feed.xml"],
    ],
    "/sitemap.xml": [
      ...["/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml"],
      ...["/post-sitemap.xml", "/page-sitemap.xml", "/sitemap-posts.xml", "/sitemap-pages.xml"],
    ],
  }).flatMap(([to, paths]) => paths.map((from) => [from, to] as const)),
);

/** Pattern of the catch-all route. */
const ANY = "*";

/**
 * Redirects moved paths (301) and other spellings of a path, such as one with a trailing slash. Returns a 410 for
 * removed paths. Also serves the IndexNow key file, whose random name no route pattern matches.
 * Runs before rendering, because visitors can make up any number of paths.
 */
export const followRedirects: MiddlewareFunction<Response> = async (
  { request, context, pattern, params },
  next,
) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { pathname, search } = new URL(request.url);
  const found = await look(context, { pathname, search, pattern, params }).catch((error: unknown) => {
    // The page's own loader will hit this error and report it.
    if (isDatabaseFault(error)) return "page" as const;
    throw error;
  });
  if (found instanceof Response) return found;
  const taker = context.get(gapTaker);
  if (found === "page") return next();
  // 404s are logged here and, by `enhance/`, in the browser's console (decision 0035.18).
  if (pattern === ANY && request.method === "GET" && !pathname.includes(GAP_MARK))
    logAbsence({ request: context.get(requestInfo).id, path: maskPath(pathname) });
  if (!taker) return next();
  taker.gap = pattern === ANY ? missingPage(pathname) : absentRecord(pattern);
  return new Response(null, { status: 404 });
};

/** Returns the 404 page of a missing record. The page repeats nothing from the URL. */
const absentRecord = (pattern: string): Gap => ({
  template: `/${pattern.replace(/:\w+/, GAP_MARK)}`,
  mark: "",
  text: "",
});

/**
 * Returns a redirect or the key file, "page" if a page must be rendered, or "nothing" for a 404.
 * @throws the 410 page for a permanently removed path
 */
async function look(context: Context, { pathname, search, pattern, params }: Place) {
  const { siteUrl } = context.get(configContext);
  const db = context.get(visitorDb);
  const isPage = async (path: string) => (await context.get(fetchAsVisitor)(path, "HEAD")).status === 200;
  // The catch-all route keeps the path as it is, because it may belong to a landing page.
  const right = pattern === ANY ? pathname : generatePath(`/${pattern}`, params);
  // A redirect that matches the query wins over the page at the path.
  const own = search === "" ? undefined : await findOwn(db, pathname + search);
  const isElsewhere = own ? isQuery(own.from) : false;
  const records = !isElsewhere && recordOf(right) ? await findRecords(db, [right]) : undefined;
  const isReached = records ? records.get(right)?.to_path === right : pattern !== ANY && !isElsewhere;
  if (isReached)
    return right !== pathname && (await isPage(right)) ? permanentRedirect(siteUrl + right + search) : "page";

  if (isKeyFile(pathname) && pathname === `/${await findIndexNowKey(db)}.txt`) {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(pathname.slice(1, -".txt".length), { headers });
  }
  const isNormal = right === normalPath(pathname);
  const redirect = await findRedirect(db, pathname + search, {
    own,
    records: isNormal ? records : undefined,
  });
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

/** Returns the texts of the 410 page. Posts and case studies use those of a missing record (SPEC 2). */
function wordsOf(
  pathname: string,
  texts: { "not-found": Texts<"not-found">; blog: Texts<"blog">; "case-studies": Texts<"case-studies"> },
): AbsenceWords {
  if (pathname.startsWith("/blog/")) return noPost(texts.blog.detail);
  if (pathname.startsWith("/case-studies/")) return noCaseStudy(texts["case-studies"].detail);
  const { title, text, home_label, home_href } = texts["not-found"].gone;
  return { title, text, back: { label: home_label, href: home_href } };
}
