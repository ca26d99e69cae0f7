// Where nothing answers at an address: what became of it.
import { data, generatePath, type MiddlewareFunction } from "react-router";
import { noPost } from "../features/blog/absence.ts";
import { noCaseStudy } from "../features/case-studies/absence.ts";
import { leadTo, pageAddress } from "../features/redirects/address.ts";
import { findRedirect, sendOn } from "../features/redirects/queries.server.ts";
import { findIndexNowKey, isKeyFile } from "../features/settings/index-now.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { askAsVisitor, configContext, visitorDb } from "../platform/context.server.ts";
import type { AbsenceWords } from "../ui/absence.tsx";
import type { Shell } from "./layout.shell.ts";

/** What is thrown for an address that is gone for good: all that its page shows. */
export type Gone = Shell & { words: AbsenceWords };

/**
 * Sends visitors on from addresses that moved (301), and tells them of those that are gone (410). A page has one
 * address only: whoever spells it otherwise, in capitals or with a closing slash, is sent there. The key file of
 * IndexNow is here too: its name is made up, and no pattern of routes is that exact.
 */
export const followMoves: MiddlewareFunction<Response> = async (
  { request, context, pattern, params },
  next,
) => {
  const response = await next();
  if (request.method !== "GET" && request.method !== "HEAD") return response;
  const { pathname, search } = new URL(request.url);
  const { siteUrl } = context.get(configContext);
  if (response.status === 200) {
    const clean = generatePath(`/${pattern}`, params);
    return clean === pathname ? response : instead(response, sendOn(siteUrl + clean + search));
  }
  if (response.status !== 404) return response;

  const db = context.get(visitorDb);
  if (isKeyFile(pathname) && pathname === `/${await findIndexNowKey(db)}.txt`) {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return instead(response, new Response(pathname.slice(1, -".txt".length), { headers }));
  }
  const found = await findRedirect(db, pathname + search);
  if (!found) {
    const clean = pageAddress(pathname);
    if (clean === pathname) return response;
    const { status } = await context.get(askAsVisitor)(clean, "HEAD");
    return status === 200 ? instead(response, sendOn(siteUrl + clean + search)) : response;
  }
  if (found.to_path !== null) {
    return instead(response, sendOn(leadTo(pathname + search, found.to_path, siteUrl)));
  }
  const [texts, settings] = await Promise.all([
    loadTexts(db, ["header", "footer", "not-found", "blog", "case-studies"]),
    readSettings(db),
  ]);
  const gone: Gone = { texts, settings, words: wordsOf(pathname, texts) };
  await response.body?.cancel();
  throw data(gone, { status: 410 });
};

/** A page that was rendered and is not sent gives back what it holds. */
async function instead(unsent: Response, answer: Response): Promise<Response> {
  await unsent.body?.cancel();
  return answer;
}

/** A deleted post or case study shows the page that the spec has for a missing one (SPEC 2). */
function wordsOf(
  pathname: string,
  texts: { "not-found": Texts<"not-found">; blog: Texts<"blog">; "case-studies": Texts<"case-studies"> },
): AbsenceWords {
  if (pathname.startsWith("/blog/")) return noPost(texts.blog.detail);
  if (pathname.startsWith("/case-studies/")) return noCaseStudy(texts["case-studies"].detail);
  const { title, text, home_label, home_href } = texts["not-found"].gone;
  return { title, text, back: { label: home_label, href: home_href } };
}
