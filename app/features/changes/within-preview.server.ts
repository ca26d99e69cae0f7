// Rewrites the links of a previewed page so that they stay within the same preview, or the same past version of the
// site.
import { makeInert } from "../../platform/http/inert-page.server.ts";
import { routedPath } from "../../platform/http/routed-path.ts";

/** @property prefix start of the paths in the preview; `siteUrl` the site's own origin */
type Within = { prefix: string; siteUrl: string };

/** Served as usual in a preview: files, feeds and paths that only programs request. */
const SAME =
  /^\/(assets|media|covers|share|api|preview|admin-control-panel-seoprozone)(?![^/.?#])|^[^?#]*\.\w+([?#]|$)/;

/** The `href` of an `<a>` as React and the sanitizer write it: attributes in double quotes, no `>` in their values. */
const LINK = /(<a\s(?:[^>]*?\s)?href=")([^"]*)"/g;

/** Paths that aren't pages of the site: the panel, and previews of previews. */
const ELSEWHERE = /^\/+(admin-control-panel-seoprozone|preview|api|newsletter|audit(?=\/))(?![^/.])/;

/** Not cached, not indexed, and the URL isn't sent to other sites. */
export const PRIVATE = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
};

export const withinPreview = {
  /** Returns whether a path can be shown in a preview. Decodes dots and slashes the way the site does. */
  hasPage(path: string): boolean {
    const { pathname } = new URL(`http://site${path}`);
    return !ELSEWHERE.test(routedPath(pathname));
  },
  /**
   * Returns a response of the site as the preview serves it: private, inert, with its links and redirects kept within
   * the preview.
   * @returns null for anything but a page, such as a feed
   */
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

  /** Maps a URL of a page of the site into the preview; other URLs stay. */
  address(href: string, { prefix, siteUrl }: Within): string {
    const path = href === siteUrl ? "/" : href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
    return /^\/(?![/\\])/.test(path) && !SAME.test(path) ? prefix + path : href;
  },
  /** Rewrites the links of a complete HTML page. */
  links: (html: string, within: Within): string =>
    html.replace(LINK, (_, start: string, href: string) => `${start}${withinPreview.address(href, within)}"`),
};
