// `GET /preview/<token>/<path>`: a page of the site with what waits to be published, for those who were sent the link.
import { previewLink as words } from "../copy/preview-link.ts";
import { applyChanges } from "../features/changes/apply.server.ts";
import { countOpening, findPreviewLink } from "../features/changes/links.server.ts";
import { listChanges } from "../features/changes/publish.server.ts";
import { withinPreview } from "../features/changes/within-preview.ts";
import { configContext, ownerDb, requestInfo, showPreview } from "../platform/context.server.ts";
import { makeInert } from "../platform/inert-page.server.ts";
import { log } from "../platform/log.server.ts";
import { networkOf } from "../platform/network.ts";
import { takePoint } from "../platform/rate-limit.server.ts";
import { Refused } from "../platform/refused.ts";
import type { Route } from "./+types/preview-link";

const PER_ADDRESS = { name: "preview-link", points: 30, seconds: 60 };
/** What no link leads to: the panel, and previews of previews. */
const ELSEWHERE = /^\/(admin-control-panel-seoprozone|preview|api|newsletter|audit(?=\/))(?![^/.])/i;

/** Neither kept nor found by anyone, and its address told to no other site. */
const PRIVATE = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { id: request, ip } = context.get(requestInfo);
  const seconds = await takePoint(db, PER_ADDRESS, networkOf(ip));
  if (seconds) return say(words.tooMany, 429, { "Retry-After": String(seconds) });
  const path = `/${params["*"]}`;
  const link = ELSEWHERE.test(path) ? null : await findPreviewLink(db, params.token);
  const changes = link && (await listChanges(db, link.set));
  if (!changes?.length) return say(words.over, 404);
  try {
    const page = await context.get(showPreview)(async (tx) => {
      await applyChanges(tx, changes, "take");
      return path + url.search;
    }, "link");
    const isPage = page.headers.get("Content-Type")?.startsWith("text/html");
    if (!isPage && !page.headers.has("Location")) return say(words.noPage, 404);
    await countOpening(db, link!.id);
    return withinLink(page, `/preview/${params.token}`, context.get(configContext).siteUrl);
  } catch (error) {
    if (!(error instanceof Refused)) log.error({ err: error, request }, "A shared preview could not be made");
    return say(words.failed, error instanceof Refused ? 409 : 503);
  }
}

/** The page with its links leading to other pages of the preview. */
async function withinLink(page: Response, prefix: string, siteUrl: string): Promise<Response> {
  const { status, headers } = makeInert(page);
  for (const [name, value] of Object.entries(PRIVATE)) headers.set(name, value);
  headers.delete("Speculation-Rules");
  headers.delete("Link");
  const to = headers.get("Location");
  if (to) headers.set("Location", withinPreview.address(to, { prefix, siteUrl }));
  return new Response(withinPreview.links(await page.text(), { prefix, siteUrl }), { status, headers });
}

function say(text: string, status: number, more: Record<string, string> = {}) {
  const html = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>${words.title}</title><h1>${words.title}</h1><p>${text}</p></html>`;
  return new Response(html, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", ...PRIVATE, ...more },
  });
}
