// The links of a page that is shown under another address lead to other pages of the same preview, or of the same past.
import { makeInert } from "../../platform/http/inert-page.server.ts";
import { routedPath } from "../../platform/http/routed-path.ts";

/** @property prefix what the paths of the preview begin with; `siteUrl` what the site's own addresses begin with */
type Within = { prefix: string; siteUrl: string };

/** What is the same in a preview: files, feeds, and what only programs ask for. */
const SAME =
  /^\/(assets|media|covers|share|api|preview|admin-control-panel-seoprozone)(?![^/.?#])|^[^?#]*\.\w+([?#]|$)/;

/** The `href` of an `<a>`, as React and the sanitizer write it: attributes in double quotes, no `>` in their values. */
const LINK = /(<a\s(?:[^>]*?\s)?href=")([^"]*)"/g;

/** What is no page of the site: the panel, and previews of previews. */
const ELSEWHERE = /^\/+(admin-control-panel-seoprozone|preview|api|newsletter|audit(?=\/))(?![^/.])/;

/** Neither kept nor found by anyone, and its address told to no other site. */
export const PRIVATE = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
};

export const withinPreview = {
  /** Whether an address can be shown in a preview: as the site reads it, whatever stands for dots and slashes in it. */
  hasPage(path: string): boolean {
    const { pathname } = new URL(`http://site${path}`);
    return !ELSEWHERE.test(routedPath(pathname));
  },
  /**
   * An answer of the site as the preview gives it: private, inert, its links and where it leads within the preview.
   * @returns null for what is no page, such as a feed
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

  /** An address of a page of the site becomes that of the preview; any other stays. */
  address(href: string, { prefix, siteUrl }: Within): string {
    const path = href === siteUrl ? "/" : href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
    return /^\/(?![/\\])/.test(path) && !SAME.test(path) ? prefix + path : href;
  },
  /** A whole page of HTML. */
  links: (html: string, within: Within): string =>
    html.replace(LINK, (_, start: string, href: string) => `${start}${withinPreview.address(href, within)}"`),
};
