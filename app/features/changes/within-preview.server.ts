// Keeps links within a preview or a past version of the site.
import { makeInert } from "../../platform/http/inert-page.server.ts";
import { routedPath } from "../../platform/http/routed-path.ts";

/**
 * @property prefix of the preview's paths
 * @property siteUrl the site's origin
 */
type Within = { prefix: string; siteUrl: string };

/** Links to files, feeds and endpoints, which aren't rewritten. */
const SAME =
  /^\/(assets|media|covers|share|api|preview|admin-control-panel-seoprozone)(?![^/.?#])|^[^?#]*\.\w+([?#]|$)/;

/** Matches `href` as written by React and the sanitizer: double-quoted attributes without `>`. */
const LINK = /(<a\s(?:[^>]*?\s)?href=")([^"]*)"/g;

/** Paths without a public page. */
const ELSEWHERE = /^\/+(admin-control-panel-seoprozone|preview|api|newsletter|audit(?=\/))(?![^/.])/;

/** No caching, no indexing, no Referer for other sites. */
export const PRIVATE = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
};

export const withinPreview = {
  /** Returns whether a path can be previewed. Decodes it as the router does. */
  hasPage(path: string): boolean {
    const { pathname } = new URL(`http://site${path}`);
    return !ELSEWHERE.test(routedPath(pathname));
  },
  /** Returns a private, inert page with rewritten links, or null if the response isn't a page or redirect. */
  async page(page: Response, within: Within): Promise<Response | null> {
    const to = page.headers.get("Location");
    if (!to && !page.headers.get("Content-Type")?.startsWith("text/html")) return null;
    const { status, headers } = makeInert(page);
    for (const [name, value] of Object.entries(PRIVATE)) headers.set(name, value);
    headers.delete("Speculation-Rules");
    headers.delete("Link");
    if (to) headers.set("Location", withinPreview.address(to, within));
    return new Response(withinPreview.links(await page.text(), within), { status, headers });
  },

  /** Adds the preview's prefix to URLs of pages. */
  address(href: string, { prefix, siteUrl }: Within): string {
    const path = href === siteUrl ? "/" : href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
    return /^\/(?![/\\])/.test(path) && !SAME.test(path) ? prefix + path : href;
  },
  /** Rewrites the links in an HTML page. */
  links: (html: string, within: Within): string =>
    html.replace(LINK, (_, start: string, href: string) => `${start}${withinPreview.address(href, within)}"`),
};
